# A server in a container: the client is built by Node, the engine by a C compiler, and neither is
# in the image that runs. `make image` builds it and plays a game against it.
FROM node:20-slim AS client
WORKDIR /build/web
COPY web/package.json web/package-lock.json web/.npmrc ./
# Not `npm ci`, which refuses a lock file that lacks what only other systems need.
RUN npm install --no-save --no-audit --no-fund --omit=dev
COPY web ./
COPY docs/protocol/protocol.ts ../docs/protocol/
COPY src/whistlestop/render/art.json ../src/whistlestop/render/
RUN npm run build

FROM python:3.11-slim AS wheel
# The image's own release decides which compiler there is.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY deploy/image/running.txt deploy/image/building.txt ./
RUN pip install --no-cache-dir --require-hashes --only-binary=:all: \
        -r running.txt -r building.txt \
    && python -m venv --without-pip /opt/whistlestop \
    && pip --python /opt/whistlestop/bin/python install --no-cache-dir --no-compile \
        --require-hashes --only-binary=:all: -r running.txt
COPY pyproject.toml setup.py README.md LICENSE ./
COPY src src
COPY --from=client /build/src/whistlestop/server/client src/whistlestop/server/client
# Stripped of what only debuggers read, and compiled to bytecode once instead of at every start,
# since the user who runs it may write nowhere but to the volume.
RUN pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels . \
    && pip --python /opt/whistlestop/bin/python install --no-cache-dir --no-compile \
        --no-deps /wheels/*.whl \
    && find /opt/whistlestop -name '*.so' -exec strip --strip-unneeded {} + \
    && /opt/whistlestop/bin/python -m compileall -q -j 0 -x /pygments/ /opt/whistlestop

FROM python:3.11-slim
COPY --from=wheel /opt/whistlestop /opt/whistlestop
COPY deploy/image/start.py deploy/image/health.py /opt/whistlestop/
# Any user may write to a new volume: it takes this mode from the image. What the server writes
# there is readable by that user only.
RUN mkdir /data && chown 1000:0 /data && chmod 0777 /data
# Every setting can be given so, such as WHISTLESTOP_STORE for a PostgreSQL.
ENV PATH=/opt/whistlestop/bin:$PATH HOME=/data WHISTLESTOP_HOME=/data \
    WHISTLESTOP_HOST=0.0.0.0 WHISTLESTOP_STORE=/data/tables.db
USER 1000
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=10s \
    CMD ["python", "/opt/whistlestop/health.py"]
ENTRYPOINT ["python", "/opt/whistlestop/start.py"]
CMD []
