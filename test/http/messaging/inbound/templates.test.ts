// takeMetaEvents: templates that a vendor pauses or judges anew. Their account rests for them, everybody who watches
// sees it, and the next account carries what it can.
import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { askForTemplates, showTemplates } from '#src/messaging/sending/templates/watch.ts'
import { test } from '#test/db/fixture.ts'
import { type Graph, openGraph, readStatus, template } from '#test/support/messaging/graph.ts'
import { newPhone, readEntries } from '#test/support/hooks.ts'
import { type MetaServer, writeTemplate } from '#test/support/vendors/meta.ts'

const named = { message_template_name: template.name, message_template_language: template.language }

const say = (graph: Graph, server: MetaServer, event: string, at?: number) =>
  graph.post(server.notice('', 'message_template_status_update', { event, ...named }, at))

/** As a worker shows them: by the rules of `deploy` a 1 of `atesta_message_templates_paused` alarms. */
async function readPaused({ app }: Graph) {
  await showTemplates(app.db, app.deps.messaging, app.deps.metrics)
  const { values } = await app.deps.metrics.templatesPaused.get()
  return Object.fromEntries(values.map(({ labels, value }) => [labels.account, value]))
}

const taken = (graph: Graph) => graph.servers.map(({ messages }) => messages.length)

test('a paused template rests its account for it: the next one sends, until it is approved again', async ({
  db,
}) => {
  await using graph = await openGraph(db, ['meta-paused', 'meta-good'])
  const [first, second] = graph.servers
  if (!second) throw new Error('there are two')
  await say(graph, first, 'PAUSED')
  await graph.perform(await graph.ask(newPhone()), 1, second)
  expect(taken(graph)).toEqual([0, 1])
  expect(await readPaused(graph)).toEqual({ 'meta-paused': 1 })
  expect(graph.app.log.join()).toContain('a template cannot be used')
  await say(graph, first, 'APPROVED', Date.now() + 60_000)
  // What was said before comes late, and again.
  await say(graph, first, 'PAUSED')
  await graph.perform(await graph.ask(newPhone()), 1, first)
  expect(taken(graph)).toEqual([1, 1])
  expect(await readPaused(graph)).toEqual({ 'meta-paused': 0 })
})

test('a template by which a question may be delivered after its time is shown, and still used', async ({
  db,
}) => {
  await using graph = await openGraph(db, ['meta-slow', 'meta-quick'])
  const [slow, quick] = graph.servers
  if (!quick) throw new Error('there are two')
  const withTtl = (seconds: number) => [
    { ...writeTemplate(), message_send_ttl_seconds: seconds } as ReturnType<typeof writeTemplate>,
  ]
  // A question lives for ten minutes.
  slow.templates = withTtl(601)
  quick.templates = withTtl(600)
  const { deps } = graph.app
  await askForTemplates(deps, deps.messaging.accounts)
  await showTemplates(db, deps.messaging, deps.metrics)
  const { values } = await deps.metrics.templatesDegraded.get()
  expect(values.map(({ labels }) => [labels.account, labels.reason])).toEqual([
    ['meta-slow', 'ttl'],
  ])
  await graph.perform(await graph.ask(newPhone()), 1, slow)
})

test('a message that Meta holds back goes to the next account 45 s later, and is one record’s', async ({
  db,
}) => {
  await using graph = await openGraph(db, ['meta-holding', 'meta-next'])
  const [first, second] = graph.servers
  if (!second) throw new Error('there are two')
  first.messageStatus = 'held_for_quality_assessment'
  const sent = await graph.ask(newPhone())
  const [held] = await graph.perform(sent, 1, first)
  const accepted = await vi.waitFor(async () => {
    const entry = (await readEntries(graph.app, sent)).find(({ code }) => code === 'held')
    if (!entry) throw new Error('it was not recorded yet')
    return entry
  }, 60_000)
  expect((accepted.dueAt ?? 0) - accepted.at).toBe(45_000)
  expect(await readStatus(graph, sent)).toMatchObject({ status: 'Waiting' })
  // Live clocks are not moved: as if the time had come.
  await db.execute(sql`
    update transaction set agenda = (
      select jsonb_agg(case when task ->> 'task' = 'challenge-follow'
        then jsonb_set(task, '{dueAt}', to_jsonb(${Date.now()}::float8)) else task end)
      from jsonb_array_elements(agenda) task)
    where id = ${sent.id}::uuid`)
  await graph.perform(sent, 1, second)
  expect(taken(graph)).toEqual([1, 1])
  expect(await readStatus(graph, sent)).not.toHaveProperty('failure')
  if (held) await graph.report(first, held, 'delivered')
  expect(await readStatus(graph, sent)).toMatchObject({ status: 'Sent' })
})

test('with every account resting the record fails at once, and nobody is called', async ({
  db,
}) => {
  await using graph = await openGraph(db, ['meta-disabled'])
  await say(graph, graph.servers[0], 'DISABLED')
  const sent = await graph.ask(newPhone())
  expect(await readStatus(graph, sent)).toMatchObject({ failure: { code: 'provider-failed' } })
  expect(graph.servers[0].requests).toEqual([])
})

test('asked at the start: what is paused, missing or takes other variables rests; what cannot be asked does not', async ({
  db,
}) => {
  await using graph = await openGraph(db, ['meta-asked', 'meta-bare', 'meta-away'])
  const [asked, bare, away] = graph.servers
  if (!bare || !away) throw new Error('there are three')
  asked.templates = [writeTemplate({ status: 'PAUSED' })]
  bare.templates = [writeTemplate({ components: [{ type: 'BODY', text: '{{1}}' }] })]
  await away.close()
  await askForTemplates(graph.app.deps, graph.app.deps.messaging.accounts)
  expect(await readPaused(graph)).toEqual({ 'meta-asked': 1, 'meta-bare': 1 })
  asked.templates = [writeTemplate({ category: 'MARKETING', quality_score: { score: 'RED' } })]
  await askForTemplates(graph.app.deps, graph.app.deps.messaging.accounts)
  expect(await readPaused(graph)).toEqual({ 'meta-asked': 0, 'meta-bare': 1 })
  const { values } = await graph.app.deps.metrics.templatesDegraded.get()
  expect(values.map(({ labels }) => [labels.account, labels.reason])).toEqual([
    ['meta-asked', 'category'],
    ['meta-asked', 'quality'],
  ])
  expect(graph.app.log.join()).toContain('a template is judged worse')
  // The template of another account of the business says nothing of ours.
  const other = { event: 'PAUSED', ...named, message_template_name: 'a_campaign' }
  await graph.post(asked.notice('', 'message_template_status_update', other))
  expect(await readPaused(graph)).toEqual({ 'meta-asked': 0, 'meta-bare': 1 })
})

test('what is said of an account is logged once, and nothing of a person with it', async ({
  db,
}) => {
  await using graph = await openGraph(db, ['meta-alert'])
  const [server] = graph.servers
  const alert = {
    entity_type: 'PHONE_NUMBER',
    entity_id: server.phoneNumberId,
    alert_info: {
      alert_severity: 'CRITICAL',
      alert_type: 'OBA_REJECTED',
      alert_description: 'Maria Silva, +55 11 98765-4321',
    },
  }
  const at = Date.now()
  for (let count = 0; count < 2; count++)
    await graph.post(server.notice('', 'account_alerts', alert, at))
  const lines = graph.app.log.filter((line) => line.includes('something of an account'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('OBA_REJECTED')
  expect(lines[0]).not.toMatch(/Maria|98765/)
})
