"""A real Chromium, told what to do over a pipe by the DevTools protocol: standard library only."""

import base64
import fcntl
import json
import os
import shutil
import subprocess
from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--remote-debugging-pipe",
)  # fmt: skip
KEYS = {
    "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
    "Home": 36, "End": 35, " ": 32, "h": 72,
}  # fmt: skip


class Browser:
    """One window; use it as a context. It keeps errors, and addresses opened and asked for."""

    def __init__(self, profile):
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        self.reading, self.writing = os.fdopen(ours_in, "rb"), os.fdopen(ours_out, "wb")
        # The protocol is read from 3 and written to 4.
        high = [fcntl.fcntl(each, fcntl.F_DUPFD, 10) for each in (theirs_in, theirs_out)]
        swap = f'exec 3<&{high[0]} 4>&{high[1]} {high[0]}<&- {high[1]}>&-; exec "$@"'
        self.process = subprocess.Popen(
            [
                "bash",
                "-c",
                swap,
                "-",
                CHROMIUM,
                *FLAGS,
                f"--user-data-dir={profile}",
                "about:blank",
            ],
            pass_fds=high,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for each in (theirs_in, theirs_out, *high):
            os.close(each)
        self.calls, self.session, self.buffer = 0, None, b""
        self.errors, self.opened, self.asked, self.events = [], [], [], []

    def __enter__(self):
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(each["targetId"] for each in targets if each["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "Accessibility"):
            self.call(f"{domain}.enable")
        return self

    def __exit__(self, *_):
        self.session = None
        self.call("Browser.close")
        self.process.wait(20)
        self.reading.close()
        self.writing.close()

    def call(self, method, **parameters):
        """Call a method of the protocol and return its result."""
        self.calls += 1
        message = {"id": self.calls, "method": method, "params": parameters}
        message |= {"sessionId": self.session} if self.session else {}
        self.writing.write(json.dumps(message).encode() + b"\0")
        self.writing.flush()
        while True:
            answer = self._next()
            if answer.get("id") == self.calls:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]

    def _next(self):
        while b"\0" not in self.buffer:
            part = self.reading.read1(1 << 16)
            assert part, "Chromium has ended"
            self.buffer += part
        message, _, self.buffer = self.buffer.partition(b"\0")
        found = json.loads(message)
        match found.get("method"):
            case "Runtime.exceptionThrown":
                self.errors.append(found["params"]["exceptionDetails"])
            case "Log.entryAdded":
                self.errors.append(found["params"]["entry"])
            case "Network.requestWillBeSent":
                self.asked.append(found["params"]["request"]["url"])
            case str(event):
                self.events.append(event)
        return found

    def open(self, address):
        """Load a page and wait until its scripts have run."""
        self.events.clear()
        self.opened.append(address)
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)
        while (
            self.run("document.readyState + location.href")
            != f"complete{self.run('location.href')}"
        ):
            pass

    def run(self, script):
        """Return the value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def texts(self, selector):
        """Return what stands in each element of a selector."""
        return self.run(f"[...document.querySelectorAll({selector!r})].map(e => e.textContent)")

    def press(self, *keys):
        """Press keys, one after the other, as a keyboard does."""
        for key in keys:
            shared = {"key": key, "windowsVirtualKeyCode": KEYS[key]}
            text = {"text": key} if len(key) == 1 else {}
            self.call("Input.dispatchKeyEvent", type="keyDown", **shared, **text)
            self.call("Input.dispatchKeyEvent", type="keyUp", **shared)

    def click(self, selector, touch=False):
        """Click, or tap, in the middle of an element, as a mouse or a finger does."""
        box = self.run(
            f"(e => {{ e.scrollIntoView({{block: 'nearest'}}); const b = e.getBoundingClientRect();"
            " return [b.x + b.width / 2, b.y + b.height / 2] })"
            f"(document.querySelector({selector!r}))"
        )
        place = dict(zip("xy", box, strict=True))
        if touch:
            self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[place])
            self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
            return
        for event in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=event, **place, button="left", clickCount=1)

    def size(self, width, height, *, phone=False):
        """Give the window a size in CSS pixels."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=2 if phone else 1, mobile=phone,
        )  # fmt: skip
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone)

    def looks(self, *, dark=False, paper=False):
        """Choose the colour scheme, and the screen or paper."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call(
            "Emulation.setEmulatedMedia", media="print" if paper else "screen", features=[scheme]
        )

    def picture(self, path, *, whole=False):
        """Write what is shown, or the whole page, as PNG."""
        found = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        Path(path).write_bytes(base64.b64decode(found["data"]))
