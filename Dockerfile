# The packages, each checked against its hash, in a stage whose pip, caches and tools stay behind.
FROM python:3.12-slim AS installed
# binutils has `strip`. Where no Debian packages are reached, the image is some 50 MB larger and otherwise the same.
RUN apt-get update -q && apt-get install -qy --no-install-recommends binutils || echo "no binutils: not stripped"
RUN python -m venv /opt/venv
COPY requirements/runtime.lock /tmp/
RUN /opt/venv/bin/pip install --no-cache-dir --no-compile --disable-pip-version-check --require-hashes \
    --only-binary :all: -r /tmp/runtime.lock

FROM installed AS packages
COPY deploy/trim_packages.py /tmp/
RUN /opt/venv/bin/python /tmp/trim_packages.py /opt/venv/lib/python3*/site-packages

# The documentation, in a stage whose Sphinx stays behind.
FROM installed AS documentation
WORKDIR /app
COPY requirements/docs.lock /tmp/
RUN /opt/venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes --only-binary :all: -r /tmp/docs.lock
COPY README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md ./
COPY appraise_gec appraise_gec
COPY rankings rankings
COPY metrics metrics
COPY static static
COPY docs docs
RUN MPLCONFIGDIR=/tmp/matplotlib NUMBA_CACHE_DIR=/tmp/numba /opt/venv/bin/python -m sphinx --fail-on-warning --quiet -d /tmp/doctrees docs build/docs

FROM python:3.12-slim
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DJANGO_SETTINGS_MODULE=appraise_gec.settings \
    APPRAISE_GEC_VAR=/var/lib/appraise-gec \
    MPLCONFIGDIR=/tmp/matplotlib \
    NUMBA_CACHE_DIR=/tmp/numba
RUN useradd --system --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin appraise \
    && install -d -o appraise -g appraise -m 0700 /var/lib/appraise-gec
COPY --from=packages /opt/venv /opt/venv
WORKDIR /app
COPY manage.py LICENSE ./
COPY appraise_gec appraise_gec
COPY rankings rankings
COPY metrics metrics
COPY locale locale
COPY templates templates
COPY static static
COPY --from=documentation /app/build/docs build/docs
# A throw-away data folder, so that no secret key is left in the image. What is imported here and below leaves its
# bytecode in the image, where nobody can write later: without it a web server needs four times as long to start.
RUN export APPRAISE_GEC_VAR=/tmp/build \
    && python manage.py collectstatic --noinput && python manage.py check \
    && python -m celery -A appraise_gec.celery report >/dev/null \
    && python -c "import celery.bin.worker, gunicorn.app.wsgiapp, gunicorn.workers.gthread, kombu.transport.redis" \
    && python -c "import psycopg2, scipy.optimize, scipy.stats, matplotlib.backends.backend_svg" \
    && python -m compileall -q appraise_gec rankings metrics && rm -rf /tmp/build /tmp/matplotlib
# Inner loops of metrics compiled here once, not by every container. The compiler wants to write where it looks, and
# the image is read-only: each container begins with a copy in its own /tmp. On another kind of processor than that
# of the build they are compiled anew.
RUN NUMBA_CACHE_DIR=/opt/numba python -m metrics.warm_up
ENV PYTHONDONTWRITEBYTECODE=1
USER 10001:10001
ENTRYPOINT ["sh", "-c", "cp -R /opt/numba /tmp; exec \"$0\" \"$@\""]
EXPOSE 8000
CMD ["gunicorn", "appraise_gec.wsgi:application", "--bind", "0.0.0.0:8000", "--worker-class", "gthread", "--workers", "3", "--threads", "4", "--timeout", "120", "--graceful-timeout", "5", "--no-control-socket", "--forwarded-allow-ips="]
