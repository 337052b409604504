# One image for the four commands: node src/main/migrate.ts, src/main/api.ts, src/main/worker.ts and
# src/main/engines.ts.
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json LICENSE NOTICE ./
COPY clients/atesta-capture/package.json clients/atesta-capture/
COPY clients/atesta-client/package.json clients/atesta-client/
# Native parts come built, and Node is that of the image: no install script has to run.
RUN npm ci --ignore-scripts
COPY src src
COPY workflows workflows
COPY activities activities
COPY tools/calibration tools/calibration
RUN node src/main/bundle.ts build/workflows.js
# /docs serves one script of a development package; its entry is only looked up, never run.
RUN mkdir -p served/dist/browser \
  && cd node_modules/@scalar/api-reference \
  && cp package.json /app/served/ \
  && cp dist/index.js /app/served/dist/ \
  && cp dist/browser/standalone.js /app/served/dist/browser/
COPY tools/patch-postgres.mjs tools/build-capture.mjs tools/
RUN node tools/build-capture.mjs
RUN npm prune --omit=dev --ignore-scripts \
  # The database driver gets its guards, or the build fails; without them no process starts.
  && node tools/patch-postgres.mjs \
  && mkdir -p node_modules/@scalar \
  && mv served node_modules/@scalar/api-reference \
  # The Temporal SDK brings its native part for five platforms.
  && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
    ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -r {} + \
  # Weights that are never loaded, some of them without a licence.
  && cd node_modules/@vladmandic/human/models \
  && rm -f antispoof.* centernet.* emotion.* faceres.* handlandmark-lite.* handtrack.* iris.* liveness.* movenet-lightning.* \
  && cd ../../face-api/model \
  && rm -f age_gender_* face_expression_* face_landmark_68_tiny_* ssd_mobilenetv1_* \
  && cd /app \
  # Maps and declarations are for who builds on a package, not for who runs it.
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete \
  # Sources of a checkout with a strict umask are for the image's user too.
  && chmod -R a+rX .

FROM node:26.10.0-bookworm-slim
# docker build --build-arg VERSION=0.1.0 --build-arg REVISION=$(git rev-parse HEAD)
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Atesta" \
  org.opencontainers.image.description="A self-hosted workflow engine for identity-verification journeys" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.base.name="docker.io/library/node:26.10.0-bookworm-slim"
ENV NODE_ENV=production HOST=0.0.0.0 WORKFLOW_BUNDLE=/app/build/workflows.js
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE /app/NOTICE ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/build build
COPY --from=build /app/src src
COPY --from=build /app/workflows workflows
COPY --from=build /app/activities activities
COPY --from=build /app/tools/calibration tools/calibration
# A new volume for images takes the owner of the folder on which it is mounted.
RUN mkdir -m 700 /images && chown node:node /images
# Everything under /app belongs to root: the processes read it and write nowhere else.
USER node
EXPOSE 3000 9464
# The API's; a worker has its own in docker-compose.yml.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main/api.ts"]
