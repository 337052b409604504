import type { Capability } from '#src/journey/capabilities/capability.ts'
import { type BacktestDeps, backtestRoutes } from '#src/packs/backtest/routes.ts'
import { caseRoutes } from '#src/packs/cases/routes.ts'
import { differenceRoutes } from '#src/packs/difference/routes.ts'
import { draftRoutes } from '#src/packs/drafts/routes.ts'
import { drawingRoutes } from '#src/packs/drawing/routes.ts'
import { evidenceRoutes } from '#src/packs/history/evidence.ts'
import { historyRoutes } from '#src/packs/history/routes.ts'
import { stepNames } from '#src/packs/history/step-names.ts'
import { cancelRuns, forgetRuns } from '#src/packs/runs/evidence/forget.ts'
import { listOpenRuns } from '#src/packs/runs/rules.ts'
import { packKinds } from '#src/packs/runs/kinds.ts'
import { packRoutes } from './routes.ts'
import { statisticsRoutes } from '#src/packs/statistics/routes.ts'
import { stepRoutes } from './step-routes.ts'
import { uploadRoutes } from './upload-routes.ts'
import { packTasks } from './tasks.ts'

type Deps = BacktestDeps & Parameters<typeof stepRoutes>[0]

export const packs: Capability<Deps> = {
  name: 'packs',
  kinds: packKinds,
  tasks: ({ packs: own }) => packTasks(own),
  details: stepNames,
  ended:
    ({ packs: own }) =>
    ({ tx, locked }, open) =>
      own.cancelAll(tx, locked, listOpenRuns(open)),
  erased: forgetRuns,
  restricted: (tx, { id }) => cancelRuns(tx, id),
  // Static routes come before routes with a parameter at the same position.
  routes: (deps) => [
    ...statisticsRoutes(deps),
    ...drawingRoutes(deps),
    ...draftRoutes(deps),
    ...differenceRoutes(deps),
    ...caseRoutes(deps),
    ...backtestRoutes(deps),
    ...historyRoutes(deps),
    ...evidenceRoutes(deps),
    ...packRoutes(deps),
    ...stepRoutes(deps),
    ...uploadRoutes(deps),
  ],
}
