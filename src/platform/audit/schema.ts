import { z } from 'zod'
import { moment } from '#src/platform/moment-schema.ts'
import { auditActionNames, auditActions } from '#src/platform/audit-actions-schema.ts'
import { cursorField, pageLimit } from '#src/platform/page-schema.ts'

const action = z.enum(auditActionNames)
const table = Object.entries(auditActions).map(([name, meaning]) => `- \`${name}\`: ${meaning}`)

export const AuditEntry = z
  .object({
    id: z.string().meta({ description: 'Of this row.' }),
    time: z.iso.datetime().meta({ description: 'In UTC.' }),
    action: z.string().meta({ description: table.join('\n') }),
    actor: z.object({
      kind: z.enum(['subject', 'key', 'link', 'command', 'service']).meta({
        description:
          'A token’s subject, an API key, whoever had a link, a command of the operator’s, the service itself.',
      }),
      id: z.string().exactOptional().meta({
        description:
          'A keyed hash of the subject, or the id of the key; `temporal` for what was done in the Temporal UI. No name.',
      }),
    }),
    object: z.string().exactOptional().meta({ description: 'A name or an id.' }),
    transactionId: z.uuid().exactOptional(),
    requestId: z.string().exactOptional().meta({ description: 'As in the log and in the answer.' }),
    mode: z.enum(['sandbox', 'live']).exactOptional(),
    details: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .exactOptional()
      .meta({ description: 'Codes, counts and numbers.' }),
  })
  .meta({
    id: 'AuditEntry',
    description: 'Who did, changed or saw what. No personal data.',
    example: {
      id: '1204',
      time: '2026-11-20T14:03:28.410Z',
      action: 'picture.linked',
      actor: { kind: 'subject', id: '9f2c51d07b3e4a8896d1c0ffee12ab34' },
      object: 'readSelfie',
      transactionId: '019a9f3c-8f2a-7c11-b3a5-6d1f0a9e7b42',
      requestId: '0b7c2f0e-2f2c-4f0e-9d65-3f3d3a4b9c11',
      mode: 'live',
    },
  })
export type AuditEntry = z.output<typeof AuditEntry>

export const AuditPage = z
  .object({
    entries: z.array(AuditEntry),
    next: z.string().meta({ description: 'For `after`: what comes behind these.' }),
  })
  .meta({ id: 'AuditPage', description: 'Rows of the audit.' })
export type AuditPage = z.output<typeof AuditPage>

const id = z.string().min(1).max(128).optional()

export const AuditQuery = z.object({
  after: cursorField,
  order: z
    .enum(['oldest', 'newest'])
    .optional()
    .meta({ description: 'Which come first; the oldest without it.' }),
  limit: pageLimit(1_000, 100),
  action: action.optional().meta({ description: 'Of this kind alone.' }),
  actor: id.meta({ description: 'Of this actor alone.' }),
  object: id.meta({ description: 'About this alone.' }),
  transactionId: z.uuid().optional().meta({ description: 'On this transaction alone.' }),
  requestId: id.meta({ description: 'By this request alone.' }),
  since: moment.optional().meta({ description: 'From this moment on.' }),
  until: moment.optional().meta({ description: 'Before this moment.' }),
})
