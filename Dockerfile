# The bot for Discord. Build: docker build -t voidream .
# Run: docker run -d --name voidream -e DISCORD_TOKEN=… -v voidream:/data voidream

# A patch release of the Python version that the tests run on, pinned by digest so that every build uses the same image.
# Find the newest one and its digest: docker buildx imagetools inspect python:3.11-slim-trixie
# Build with it: docker build --build-arg PYTHON=python:3.11.N-slim-trixie@sha256:… -t voidream .
ARG PYTHON=python:3.11.17-slim-trixie@sha256:45037981b62b34b44602584fccbc4d884d5f7dc92c7ee86bb38a698a79fe1e51

FROM ${PYTHON} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_ROOT_USER_ACTION=ignore
WORKDIR /src
RUN python -m venv --without-pip /opt/voidream
COPY requirements.lock ./
RUN pip --python /opt/voidream/bin/python install --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY cards ./cards
COPY engine ./engine
COPY render ./render
COPY bot ./bot
RUN pip --python /opt/voidream/bin/python install --no-deps --no-build-isolation . \
    && pip --python /opt/voidream/bin/python uninstall --yes setuptools
RUN cd / && /opt/voidream/bin/python -m cards.voidream.library && /opt/voidream/bin/python -m cards.dreamweavers.library \
    && /opt/voidream/bin/python -m cards.dreams_of_dystopia.library && /opt/voidream/bin/python -m cards.i18n

FROM ${PYTHON}
# Package installers aren't needed here, and would add vulnerabilities.
RUN pip uninstall --yes --root-user-action=ignore setuptools wheel pip \
    && rm -r "$(python -c 'import ensurepip; print(*ensurepip.__path__)')"
RUN useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin voidream \
    && install --directory --owner voidream --group voidream /data
COPY --from=build /opt/voidream /opt/voidream
ENV PATH=/opt/voidream/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DATABASE=/data/voidream.sqlite3 \
    BACKUP_FOLDER=/data/backups \
    LOG_FORMAT=json
USER voidream
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-m", "bot.maintenance.health"]
ENTRYPOINT ["voidream"]
CMD ["run"]
