# The bot for Discord. Build: docker build -t voidream .
# Run: docker run -d --name voidream -e DISCORD_TOKEN=… -v voidream:/data voidream

# The interpreter on which the tests run.
FROM python:3.11.7-slim AS build
WORKDIR /src
RUN python -m venv /opt/voidream
COPY requirements.lock ./
RUN /opt/voidream/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY cards ./cards
COPY engine ./engine
COPY render ./render
COPY bot ./bot
RUN /opt/voidream/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps --no-build-isolation .
RUN cd / && /opt/voidream/bin/python -m cards.voidream.library && /opt/voidream/bin/python -m cards.dreamweavers.library

FROM python:3.11.7-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin voidream \
    && install --directory --owner voidream --group voidream /data
COPY --from=build /opt/voidream /opt/voidream
ENV PATH=/opt/voidream/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DATABASE=/data/voidream.sqlite3 \
    LOG_FORMAT=json
USER voidream
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-m", "bot.upkeep.health", "/data/voidream.sqlite3.alive"]
ENTRYPOINT ["voidream"]
CMD ["run"]
