import { agendaPaused, agendaResumed } from '#src/journey/acts/kinds.ts'
import type { Chance } from './world.ts'
import type { Opens, Script } from './scenario.ts'

const face: Opens = { key: 'face', inMs: 0, lane: 'engine' }
const send: Opens = { key: 'send', inMs: 0 }

/** Local tasks alone: a message, its look-up, its expiry. */
export const message: Script = {
  tasks: { send: { opens: [{ key: 'look-up', inMs: 2_000 }] }, 'look-up': {}, expire: {} },
  requests: {
    'code asked for': { opens: [send, { key: 'expire', inMs: 5_000 }] },
    'code given': { after: 'send', closes: ['look-up', 'expire'] },
  },
  lateMaxMs: 0,
}

/** What a launched call brings moves a task that is there to a sooner time. */
export const hurried: Script = {
  ...message,
  requests: {
    ...message.requests,
    'refused at last': { after: 'send', moves: [{ key: 'look-up', inMs: 500 }] },
  },
}

/** A token that is good for an hour, and given at once. */
export const token: Script = {
  tasks: { send: {}, expire: {} },
  requests: {
    'code asked for': { opens: [send, { key: 'expire', inMs: 3_600_000 }] },
    'code given': { after: 'send', closes: ['expire'] },
  },
  lateMaxMs: 0,
  leftOpenMaxMs: 60_000,
}

/** A second one, asked for while the run of the first is still open. */
export const tokens: Script = {
  tasks: { send: {}, 'send again': {}, expire: {} },
  requests: {
    'code asked for': { opens: [send] },
    'code asked for again': {
      after: 'send',
      opens: [
        { key: 'send again', inMs: 0 },
        { key: 'expire', inMs: 3_600_000 },
      ],
    },
    'code given': { after: 'send again', closes: ['expire'] },
  },
  lateMaxMs: 0,
  leftOpenMaxMs: 60_000,
}

/** A pack that ends with its check, and is asked for again, before or after that; and then something else. */
export const pack: Script = {
  tasks: { check: { ends: true }, 'check again': { ends: true }, expire: {} },
  requests: {
    'pack asked for': { opens: [{ key: 'check', inMs: 0 }] },
    'pack asked for again': { opens: [{ key: 'check again', inMs: 0 }] },
    'code asked for': { after: 'check', opens: [{ key: 'expire', inMs: 5_000 }] },
  },
  lateMaxMs: 0,
  leftOpenMaxMs: 60_000,
}

/** One that is not asked for again. */
export const packOnce: Script = {
  tasks: { check: { ends: true } },
  requests: { 'pack asked for': { opens: [{ key: 'check', inMs: 0 }] } },
  lateMaxMs: 0,
  leftOpenMaxMs: 0,
}

/** Another is asked for at any moment after the first was sent, also when all is done. */
export const again: Script = {
  tasks: { send: {}, expire: {}, 'send again': {}, 'expire again': {} },
  requests: {
    'code asked for': { opens: [send, { key: 'expire', inMs: 3_600_000 }] },
    'code given': { after: 'send', closes: ['expire'] },
    'code asked for again': {
      after: 'send',
      opens: [
        { key: 'send again', inMs: 0 },
        { key: 'expire again', inMs: 7_200_000 },
      ],
    },
  },
  lateMaxMs: 0,
}

/** A token that is given just before it would expire, and another asked for when the alarm has rung. */
export const late: Script = {
  tasks: { send: {}, expire: {}, 'send again': {} },
  requests: {
    'code asked for': { opens: [send, { key: 'expire', inMs: 2_000 }] },
    'code given': { after: 'send', closes: ['expire'] },
    'code asked for again': { after: 'send', opens: [{ key: 'send again', inMs: 0 }] },
  },
  lateMaxMs: 0,
}

/** One task that is not due at once. */
export const delayed: Script = {
  tasks: { send: {} },
  requests: { 'code asked for': { opens: [{ key: 'send', inMs: 1_000 }] } },
  lateMaxMs: 0,
}

/** More local tasks at once than one workflow task has time for. */
export const busy: Script = {
  tasks: { one: {}, two: {}, three: {}, four: {} },
  requests: {
    'much asked for': { opens: ['one', 'two', 'three', 'four'].map((key) => ({ key, inMs: 0 })) },
  },
  lateMaxMs: 0,
}

/** Something comes when all is done. */
export const twice: Script = {
  tasks: { send: {}, 'send again': {} },
  requests: {
    'code asked for': { opens: [send] },
    'code asked for again': { after: 'send', opens: [{ key: 'send again', inMs: 0 }] },
  },
  lateMaxMs: 0,
}

/** One message, and nothing else. */
export const single: Script = {
  tasks: { send: {} },
  requests: { 'code asked for': { opens: [send] } },
  lateMaxMs: 0,
}

/** One engine task, and what it opens. */
export const image: Script = {
  tasks: { face: { opens: [{ key: 'score', inMs: 1_000 }] }, score: {} },
  requests: { 'image sent': { opens: [face] } },
  lateMaxMs: 0,
}

/** An engine task beside a local one. */
export const imageAndMessage: Script = {
  tasks: { face: { opens: [{ key: 'score', inMs: 0 }] }, score: {}, send: {} },
  requests: {
    'image sent': { opens: [face] },
    'code asked for': { opens: [{ key: 'send', inMs: 1_000 }] },
  },
  lateMaxMs: 0,
}

/** Something that is due and must wait until all else is done. */
export const waiting: Script = {
  tasks: { face: {}, settle: {}, send: {} },
  requests: {
    'image sent': { opens: [face, { key: 'settle', inMs: 1_000, last: true }] },
    'code asked for': { opens: [send] },
  },
  lateMaxMs: 0,
}

/** The sandbox clock is moved, and the person erased. */
export const clock: Script = {
  tasks: { send: {}, expire: {} },
  requests: {
    'code asked for': { opens: [send, { key: 'expire', inMs: 9_000 }] },
    'clock moved': { clockMs: 5_000 },
    erased: { erases: true },
  },
  lateMaxMs: 0,
}

/** An operator pauses it at any moment, and lets it go on, or never does. */
export const paused: Script = {
  ...message,
  requests: {
    ...message.requests,
    paused: { kind: agendaPaused },
    resumed: { kind: agendaResumed },
  },
}

export const pausedOnce: Script = {
  ...single,
  requests: {
    ...single.requests,
    paused: { kind: agendaPaused },
    resumed: { kind: agendaResumed },
  },
}

/** What belongs to a quiet day. */
export const ordinary: readonly Chance[] = ['call is slow', 'history is long', 'early alarm']

export const faults: readonly Chance[] = [
  'answer lost',
  'call fails',
  'call times out',
  'engine dies',
  'long workflow task',
  'nudge lost',
  'process of the nudger dies',
  'signal is late',
  'signal is swallowed',
  'terminated',
  'worker dies',
  'copy',
  'restored',
]
