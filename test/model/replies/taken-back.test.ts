// Each rule taken back, and what then goes wrong.
import { expect, test } from 'vitest'
import { explore } from '../explore.ts'
import { modelOf } from './model.ts'
import { own, ownWithPurposes, shared } from './scripts.ts'
import { asBuilt, type Way } from './way.ts'
import type { Script } from './world.ts'

type Broken = {
  readonly rule: string
  readonly script: Script
  readonly way: Partial<Way>
  readonly what: string
}

const yes = "a yes counts for another's question"
const no = 'a no is lost'
const { decideCode, pickRecords, toQuestion, decideAnswer } = asBuilt

const small = { asksMax: { T1: 1, T2: 1 }, answersMax: 1 } as const
const twoTenants = { ...shared, ...small }
const oneTenant = { ...own, ...small }
const twoAnswers = { ...own, ...small, answersMax: 2 }
const replacing = { ...ownWithPurposes, asksMax: { T1: 2, T2: 0 } }

const broken: readonly Broken[] = [
  {
    rule: 'where several tenants send, what is asked beside another question takes no yes without its code',
    script: twoTenants,
    way: { decideCode: (...asked) => ({ ...decideCode(...asked), isContested: false }) },
    what: yes,
  },
  {
    rule: 'there an answer that is hours late is awaited too',
    script: twoTenants,
    way: { decideCode: (wanted, ...rest) => decideCode({ ...wanted, isShared: false }, ...rest) },
    what: yes,
  },
  {
    rule: 'a code is nobody else’s while a late answer can name it',
    script: twoTenants,
    way: { untilOf: ({ forMs }, now) => new Date(now.getTime() + forMs) },
    what: yes,
  },
  {
    rule: 'two questions of one number never have one code',
    script: twoTenants,
    way: {
      decideCode: (wanted, taken, now, draw) =>
        decideCode(wanted, taken, now, (digits) => draw?.(digits, new Set()) ?? '11'),
    },
    what: yes,
  },
  {
    rule: 'on a sender of one tenant a question beside another one has a code',
    script: oneTenant,
    way: {
      decideCode: (wanted, _taken, ...rest) => decideCode(wanted, [], ...rest),
      pickRecords: (sent, text, at) =>
        pickRecords(sent, text, at).map((one) => ({ ...one, part: 'reply' })),
    },
    what: yes,
  },
  {
    rule: 'while several are in play a yes counts for nobody',
    script: oneTenant,
    way: {
      pickRecords: (sent, text, at) =>
        pickRecords(sent, text, at)
          .toReversed()
          .map((one) => ({ ...one, part: 'reply' })),
    },
    what: yes,
  },
  {
    rule: 'a yes without the code of a question that needs it is none',
    script: twoTenants,
    way: { toQuestion: (...asked) => ({ ...toQuestion(...asked), needsCode: false }) },
    what: yes,
  },
  {
    rule: 'a question that asks for something else than the one that it replaces has a code',
    script: replacing,
    way: {
      decideCode: (wanted, ...rest) =>
        decideCode({ ...wanted, sameAs: ['0', '1'], hasPurpose: false }, ...rest),
    },
    what: yes,
  },
  {
    rule: 'a record that was replaced takes no answer of its own button',
    script: { ...replacing, purposes: ['a'] },
    way: {
      decideAnswer: (state, said, at) => decideAnswer({ ...state, supersededAt: null }, said, at),
    },
    what: 'a yes counts for a question that was replaced',
  },
  {
    rule: 'a no denies each question of the tenant that asked last',
    script: oneTenant,
    way: { pickRecords: (...asked) => pickRecords(...asked).slice(0, 1) },
    what: no,
  },
  {
    rule: 'other tenants hear of a no that may have been theirs',
    script: twoTenants,
    way: { notesDoubts: false },
    what: no,
  },
  {
    rule: 'a no after a yes denies',
    script: twoAnswers,
    way: {
      decideAnswer: (state, said, at) => {
        const answered = decideAnswer(state, said, at)
        return { ...answered, denies: answered.denies && state.repliedAt === null }
      },
    },
    what: no,
  },
  {
    rule: 'a late no denies',
    script: oneTenant,
    way: {
      decideAnswer: (state, said, at) => {
        const answered = decideAnswer(state, said, at)
        return { ...answered, denies: answered.denies && at <= state.expiresAt }
      },
    },
    what: no,
  },
  {
    rule: 'a no to a question that was replaced denies',
    script: replacing,
    way: {
      decideAnswer: (state, said, at) => {
        const answered = decideAnswer(state, said, at)
        return { ...answered, denies: answered.denies && state.supersededAt === null }
      },
    },
    what: no,
  },
  {
    rule: 'what has just ended is in play: its answer is under way',
    script: oneTenant,
    way: {
      pickRecords: (sent, text, at) =>
        pickRecords(
          sent.filter((one) => one.expiresAt >= at),
          text,
          at,
        ),
    },
    what: no,
  },
  {
    rule: 'a typed code names its question',
    script: twoTenants,
    way: { pickRecords: (sent, text, at) => pickRecords(sent, text.replace(/^\d+ /, ''), at) },
    what: 'a yes that names its question is lost',
  },
]

test.for(broken)('$rule', ({ script, way, what }) => {
  expect(explore(modelOf(script)).wrong).toBeUndefined()
  const { wrong } = explore(modelOf(script, { ...asBuilt, ...way }))
  expect(wrong?.what).toBe(what)
})
