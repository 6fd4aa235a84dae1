# docker build -t frostgrid .
# docker run --rm --user "$(id -u):$(id -g)" -v "$PWD/results:/results" frostgrid run grid --suite demo --out demo
FROM debian:12-slim

WORKDIR /opt/frostgrid
COPY . .
RUN requirements/debian.sh make \
    && PIP_NO_CACHE_DIR=1 make setup \
    && .venv/bin/python -m compileall -q -j 0 frostgrid suites splits grids r_bridge runners studies \
    && rm -rf /var/lib/apt/lists/*

# Any user may run it, so that results belong to whoever started the container.
RUN useradd --create-home frostgrid && install -d -m 1777 /results
USER frostgrid
# For libraries that keep settings; a user named by --user has no home.
ENV HOME=/tmp
WORKDIR /results
VOLUME /results
ENTRYPOINT ["/opt/frostgrid/.venv/bin/frostgrid"]
CMD ["--help"]
