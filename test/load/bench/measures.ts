// The measures of `npm run bench`, in the order in which they run. Each new one is a file and a line here.
import { alarms } from '#test/load/bench/rules/alarms.ts'
import { backtest } from './backtest.ts'
import { callbacks } from './callbacks.ts'
import { capture } from './capture/capture.ts'
import { cold } from './faults/cold.ts'
import { creation, tokenCall } from './calls.ts'
import { poison } from './engines/poison.ts'
import { saturation } from './engines/saturation.ts'
import { each } from './each.ts'
import { engines } from './engines/threads.ts'
import { failover } from './faults/failover.ts'
import { insights } from '#test/load/bench/rules/insights.ts'
import { isolation } from './faults/isolation.ts'
import { journeys } from './journeys.ts'
import { listening } from './events/listening.ts'
import { lists } from '#test/load/bench/rules/lists.ts'
import type { Measure } from './measure.ts'
import { memory } from './memory.ts'
import { names } from '#test/load/bench/rules/names.ts'
import { neighbours } from './faults/neighbours.ts'
import { outbound } from './outbound.ts'
import { packs } from './packs.ts'
import { reads } from './reads.ts'
import { recovery } from './faults/recovery.ts'
import { retention } from './events/retention.ts'
import { slowCondition } from '#test/load/bench/rules/slow-condition.ts'
import { spellings } from '#test/load/bench/rules/spellings.ts'
import { twoFactor } from './two-factor.ts'

export const measures: readonly Measure[] = [
  journeys,
  packs,
  outbound,
  each,
  slowCondition,
  reads,
  insights,
  names,
  spellings,
  lists,
  alarms,
  creation,
  tokenCall,
  twoFactor,
  callbacks,
  listening,
  retention,
  recovery,
  cold,
  isolation,
  neighbours,
  failover,
  memory,
  backtest,
  engines,
  capture,
  saturation,
  poison,
]
