// One transaction, for as long as something is open: nudged, it reads the journal, folds it, and goes
// on with its stories; nothing open, it closes, and the next nudge opens it again.
import {
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import { quick } from './calls.ts'
import { describe } from './details.ts'
import { foldVersion, initialState, type State } from './fold.ts'
import { Journey } from './journey.ts'
import { nudge, searchAttributes, stateQuery } from './messages.ts'

type Carried = { readonly foldVersion: number; readonly state: State }

export async function transaction({ id }: { id: string }, carried?: Carried): Promise<void> {
  // State of another fold is not understood: it is folded anew from the journal.
  const known = carried?.foldVersion === foldVersion ? carried.state : undefined
  const journey = new Journey(id, { ...initialState, ...known })
  setHandler(nudge, () => {
    journey.nudged = true
  })
  setHandler(stateQuery, () => journey.state)

  for (;;) {
    while (await journey.turn());
    show(journey)
    if (isLong(journey)) {
      await continueAsNew<typeof transaction>({ id }, { foldVersion, state: journey.state })
    }
    const woken = await waitForNews(journey)
    if (woken || !isIdle(journey)) continue
    const closed = await quick('close when idle')
      .closeIdle({ id, seq: journey.state.seq })
      .catch(() => false)
    // What came while that was written is looked at first.
    if (!closed) journey.nudged = true
    if (journey.nudged) continue
    upsertSearchAttributes([{ key: searchAttributes.status, value: 'idle' }])
    return
  }
}

const isIdle = (journey: Journey) =>
  journey.running.size === 0 &&
  journey.steps().length === 0 &&
  journey.state.clockMove === null &&
  journey.lookAt() === undefined

const isLong = ({ running, nudged, historyMax }: Journey) =>
  running.size === 0 &&
  !nudged &&
  (workflowInfo().continueAsNewSuggested || workflowInfo().historyLength > historyMax)

/** Waits for a nudge, for a step that ran beside, or for the earliest thing due; false on time-out. */
async function waitForNews(journey: Journey): Promise<boolean> {
  const { summary, ms } = nextDue(journey)
  const woken = await (journey.keepsAlarm
    ? waitWithAlarm(journey, summary, ms)
    : waitWithTimer(journey, summary, ms))
  journey.settled = false
  const lookAt = journey.lookAt()
  if (lookAt !== undefined && lookAt <= journey.now()) journey.nudged = true
  return woken || journey.nudged
}

const isNews = ({ nudged, settled }: Journey) => nudged || settled

async function waitWithAlarm(journey: Journey, summary: string, ms?: number): Promise<boolean> {
  journey.alarm.set(ms, summary)
  await condition(() => isNews(journey) || journey.alarm.hasRung)
  return isNews(journey)
}

/** As histories have it whose looks say nothing of an alarm: a timer for each wait. */
async function waitWithTimer(journey: Journey, summary: string, ms?: number): Promise<boolean> {
  if (ms !== undefined) return condition(() => isNews(journey), ms, { summary })
  await condition(() => isNews(journey))
  return true
}

function nextDue(journey: Journey): { summary: string; ms?: number } {
  const lookAt = journey.lookAt()
  if (lookAt !== undefined)
    return { summary: 'look again', ms: Math.max(1, lookAt - journey.now()) }
  const settleAt = journey.settleAt()
  const [next] = [
    ...journey.steps().map((step) => ({ summary: step.key, at: journey.dueAt(step) })),
    ...(settleAt === undefined ? [] : [{ summary: 'settle the clock', at: settleAt }]),
  ].toSorted((one, other) => one.at - other.at)
  if (next) return { summary: next.summary, ms: Math.max(1, next.at - journey.now()) }
  return journey.running.size > 0
    ? { summary: 'running' }
    : { summary: 'idle', ms: Math.max(1, journey.idleMs) }
}

/** What operators see in the Temporal UI; an attribute is written only when it changes. */
function show(journey: Journey): void {
  setCurrentDetails(describe(journey))
  const { pack } = journey.state
  if (pack === null || workflowInfo().typedSearchAttributes.get(searchAttributes.pack) === pack)
    return
  upsertSearchAttributes([{ key: searchAttributes.pack, value: pack }])
}
