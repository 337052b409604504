# Two images of one build. --target api: migration, API, worker and the operator's commands. --target engines, and without
# a target: the same, and what looks at faces and documents besides (docs/operations.md, "The image").
#
# Pin the base by its digest: --build-arg BASE=docker.io/library/node:26.10.0-bookworm-slim@sha256:…; a build with a VERSION
# fails without.
ARG BASE=docker.io/library/node:26.10.0-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json LICENSE NOTICE ./
COPY clients/atesta-capture/package.json clients/atesta-capture/
COPY clients/atesta-client/package.json clients/atesta-client/
COPY tools/patches tools/patches/
# Native parts come built, and Node is that of the image: no install script has to run. The database driver is patched, or
# the build fails.
RUN npm ci --ignore-scripts && npx patch-package --patch-dir tools/patches --error-on-fail
COPY tools/assemble-image.ts tools/browser-build.mjs tools/build-capture.mjs tools/build-console.mjs tools/bundle-service.ts tools/image-packages.ts tools/
COPY src src
COPY workflows workflows
COPY activities activities
COPY docs/run-book.md docs/
# Sources of a checkout with a strict umask are for the image's user too.
RUN node tools/build-capture.mjs && node tools/build-console.mjs && node tools/assemble-image.ts /image && chmod -R a+rX /image

FROM ${BASE} AS app
ENV NODE_ENV=production HOST=0.0.0.0 WORKFLOW_BUNDLE=/app/build/workflows.js NODE_COMPILE_CACHE=/app/build/compiled
WORKDIR /app
# What changes with a package stands in another layer than what changes with each release.
COPY --from=build /image/api/node_modules node_modules
COPY --from=build /image/api/package.json /image/api/LICENSE /image/api/NOTICE ./
COPY --from=build /image/api/workflows workflows
COPY --from=build /image/api/src src
COPY --from=build /image/api/docs docs
COPY --from=build /image/api/build build

# What V8 has compiled is kept, for the user by whom it was: a start reads it.
FROM app AS compiled
RUN mkdir build/compiled && chown node build/compiled
USER node
RUN node -e "Promise.all(['api', 'worker', 'engines'].map((name) => import('/app/build/service/' + name + '.js')))" \
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
# A release names the base that it was made of, and no tag that may move.
RUN case "$VERSION" in unreleased) ;; *) case "$BASE" in *@sha256:*) ;; *) \
  echo "VERSION=$VERSION, but BASE=$BASE has no digest: --build-arg BASE=$BASE@sha256:… (docs/operations.md, The image)" >&2; exit 1 ;; esac ;; esac
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
COPY --from=build /image/engines/node_modules node_modules
# The build fails where a model or its reader is missing.
RUN node build/service/try-engines.js
