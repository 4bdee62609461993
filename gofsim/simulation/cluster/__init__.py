"""Workers on other machines, by dask; needs the extra `dask`."""
