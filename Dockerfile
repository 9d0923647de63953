# A server in a container: the client is built by Node, the engine by a C compiler, and neither is
# in the image that runs. Checked by a linter; no engine has run it yet.
FROM node:20-slim AS client
WORKDIR /build/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm install --no-save --no-audit --no-fund --omit=dev
COPY web ./
COPY docs/protocol ../docs/protocol
RUN npm run build

FROM python:3.11-slim AS wheel
# The image's own release decides which compiler there is.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY pyproject.toml setup.py README.md LICENSE ./
COPY src src
COPY --from=client /build/src/whistlestop/server/client src/whistlestop/server/client
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.11-slim
COPY requirements.txt requirements-postgres.txt /tmp/
COPY --from=wheel /wheels /wheels
RUN pip install --no-cache-dir -r /tmp/requirements.txt -r /tmp/requirements-postgres.txt \
    && pip install --no-cache-dir --no-deps /wheels/*.whl \
    && rm -rf /wheels /tmp/requirements*.txt \
    && useradd --system --uid 1000 --create-home --home-dir /data whistlestop
# Every setting can be given so, such as WHISTLESTOP_STORE for a PostgreSQL.
ENV WHISTLESTOP_HOST=0.0.0.0 WHISTLESTOP_STORE=/data/tables.db
USER 1000
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=10s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
ENTRYPOINT ["whistlestop", "serve"]
CMD []
