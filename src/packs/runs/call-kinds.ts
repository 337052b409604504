// The kinds of journal entries for calls to endpoints; `ref` is the run, `module` the step, `provider` the endpoint.
import { open, troubleOf } from '#src/journey/agenda/effects.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import type { Tasks } from '#src/journey/transaction/task.ts'
import { defineKind, type Effect, quiet } from '#src/journey/journal/kind.ts'
import { callTask, isOf, taskKey } from './rules.ts'

const closesCall: Effect = (tasks, { ref, module }) =>
  tasks.filter((task) => task.task !== callTask || !isOf(task, ref ?? '', module ?? ''))

/** A call has one due task at a time, so each new one replaces the one before. */
function openTry(tasks: Tasks, entry: Entry, more: { readonly leased?: true } = {}): Tasks {
  const { ref, module, seq, provider, code } = entry
  const isTroubled = code !== null && code !== 'claimed'
  return open(closesCall(tasks, entry), entry, {
    key: taskKey(callTask, ref ?? '', module ?? '', seq),
    task: callTask,
    does: `call ${provider ?? 'endpoint'}`,
    waits: 'vendor',
    ...(module !== null && { on: module }),
    ...(isTroubled && { trouble: troubleOf(entry) }),
    dueAt: entry.dueAt ?? entry.at,
    ...more,
  })
}

const tries: Effect = (tasks, entry) => openTry(tasks, entry)

export const callOpened = quiet(
  defineKind('call-opened', 'A run came to a call of a system of the tenant.', tries),
)

/** Written in the sandbox when the tenant has no endpoint of the name. */
export const callLeft = quiet(
  defineKind('call-left', 'A call of the sandbox waits for an answer by hand.', closesCall),
)

/** `attempt` counts the tries. Its task is due when no process can still be calling, and then tries again. */
export const callClaimed = quiet(
  defineKind('call-claimed', 'A try of a call begins.', (tasks, entry) =>
    openTry(tasks, entry, { leased: true }),
  ),
)

/** `reason` lists the names of the sent fields. */
export const dataSent = quiet(
  defineKind('data-sent', 'Data are sent to a system of the tenant: to which, and which fields.'),
)

/** `code` says what went wrong; the task is due at the next try. */
export const callDeferred = quiet(
  defineKind(
    'call-deferred',
    'A try of a call had no answer that counts, and another comes.',
    tries,
  ),
)

/** Nothing was tried, because the endpoint rests or is full, or the tenant has its share of calls under way. */
export const callPostponed = quiet(
  defineKind('call-postponed', 'A try of a call waits for its turn.', tries),
)

export const callAwaited = quiet(
  defineKind(
    'call-awaited',
    'A system of the tenant has taken a call, and answers later.',
    closesCall,
  ),
)

/** `code` is answered, refused, invalid-result (`reason` is the position that does not fit) or endpoint-missing. */
export const callEnded = quiet(
  defineKind('call-ended', 'A call of a system of the tenant has ended.', closesCall),
)

/** `code` says what the late answer was. */
export const callLate = quiet(
  defineKind('call-late', 'A system of the tenant has answered when nobody waited any more.'),
)

export const callKinds = [
  callOpened, callLeft, callClaimed, dataSent, callDeferred, callPostponed, callAwaited, callEnded,
  callLate,
] as const // prettier-ignore
