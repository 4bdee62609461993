"""Report pages taken apart."""

from html.parser import HTMLParser


class Page(HTMLParser):
    """Tags, attributes and text of a page; fails on tags that do not close."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.open, self.text = [], [], ""
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "use"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if tag not in ("meta", "use"):
            assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style",):
            self.text += data


def page_of(folder):
    return Page((folder / "report.html").read_text("utf-8"))
