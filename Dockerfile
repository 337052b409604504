# Two images of one build. --target api: migration, API, worker and the operator's commands. --target engines, and without
# a target: the same, and what looks at faces and documents besides (docs/operations.md, "The image").
#
# Pin the base by its digest: --build-arg BASE=docker.io/library/node:26.10.0-bookworm-slim@sha256:…
ARG BASE=docker.io/library/node:26.10.0-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json LICENSE NOTICE ./
COPY clients/atesta-capture/package.json clients/atesta-capture/
COPY clients/atesta-client/package.json clients/atesta-client/
COPY tools/patch-postgres.mjs tools/
# Native parts come built, and Node is that of the image: no install script has to run. The database driver gets its
# guards, or the build fails; without them no process starts.
RUN npm ci --ignore-scripts && node tools/patch-postgres.mjs
COPY tools/calibration tools/calibration
COPY tools/bundle-service.mjs tools/build-capture.mjs tools/image-packages.mjs tools/
COPY src src
COPY workflows workflows
COPY activities activities
RUN node src/main/bundle.ts build/workflows.js \
  && node tools/bundle-service.mjs \
  && node tools/build-capture.mjs
RUN node tools/image-packages.mjs api /packages/api/node_modules \
  && node tools/image-packages.mjs engines /packages/engines/node_modules \
  # /docs serves one script of a development package; its entry is only looked up, never run.
  && cd node_modules/@scalar/api-reference \
  && served=/packages/api/node_modules/@scalar/api-reference \
  && mkdir -p $served/dist/browser \
  && cp package.json $served/ \
  && cp dist/index.js $served/dist/ \
  && cp dist/browser/standalone.js $served/dist/browser/ \
  # Of the sources what is read as it is: pages, migrations, packs, samples.
  && cd /app \
  && find src workflows activities tools \( -name '*.ts' -o -name '*.mjs' -o -name '*_snapshot.json' -o -name tsconfig.json \) -delete \
  && rm -r src/links/capture/browser \
  && cp -r build/service/names/. . \
  && rm -r build/service/names \
  && find src workflows tools -type d -empty -delete \
  # Sources of a checkout with a strict umask are for the image's user too.
  && chmod -R a+rX . /packages

FROM ${BASE} AS app
ENV NODE_ENV=production HOST=0.0.0.0 WORKFLOW_BUNDLE=/app/build/workflows.js NODE_COMPILE_CACHE=/app/build/compiled
WORKDIR /app
COPY --from=build /packages/api/node_modules node_modules
COPY --from=build /app/package.json /app/LICENSE /app/NOTICE ./
COPY --from=build /app/tools tools
COPY --from=build /app/workflows workflows
COPY --from=build /app/src src
COPY --from=build /app/build build

# What V8 has compiled is kept, for the user by whom it was: a start reads it.
FROM app AS compiled
RUN mkdir build/compiled && chown node build/compiled
USER node
RUN node -e "Promise.all(['api', 'worker', 'migrate'].map((name) => import('/app/build/service/' + name + '.js')))" \
  && chmod -R a+rX build/compiled

FROM app AS api
# docker build --target api --build-arg VERSION=0.1.0 --build-arg REVISION=$(git rev-parse HEAD) --build-arg CREATED=$(date -u +%FT%TZ)
ARG BASE
ARG VERSION=unreleased
ARG REVISION=unknown
ARG CREATED=unknown
LABEL org.opencontainers.image.title="Atesta" \
  org.opencontainers.image.description="A self-hosted workflow engine for identity-verification journeys" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.created="$CREATED" \
  org.opencontainers.image.base.name="$BASE"
COPY --from=compiled /app/build/compiled build/compiled
# For the metric atesta_build_info.
ENV ATESTA_VERSION=$VERSION ATESTA_REVISION=$REVISION
# A new volume for images takes the owner of the folder on which it is mounted.
RUN mkdir -m 700 /images && chown node:node /images
# Everything under /app belongs to root: the processes read it and write nowhere else.
USER node
EXPOSE 3000 9464
# The API's; a worker has its own in docker-compose.yml.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/service/api.js"]

FROM api AS engines
COPY --from=build /packages/engines/node_modules node_modules
# The build fails where a model or its reader is missing.
RUN node build/service/try-engines.js
