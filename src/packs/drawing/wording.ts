// The words of drawings and descriptions, in English, Portuguese and Spanish. Codes and names of a pack stay as they are.
import type { Context } from 'hono'
import { type PageLanguage, pickPageLanguage } from '#src/messaging/messages/text/page-language.ts'

type Row = readonly [en: unknown, pt: unknown, es: unknown]
type Rows = { readonly [name: string]: Row | Rows }
type ColumnOf<R> = R extends readonly [infer Text, unknown, unknown]
  ? Text
  : { readonly [Name in keyof R]: ColumnOf<R[Name]> }

// prettier-ignore
const rows = {
  start: ['start', 'início', 'inicio'],
  end: ['end', 'fim', 'fin'],
  or: ['or', 'ou', 'o'],
  andThen: [', then ', ', depois ', ', luego '],
  inOrder: ['one after the other', 'um após o outro', 'uno tras otro'],
  together: ['at the same time', 'ao mesmo tempo', 'al mismo tiempo'],
  andIfThatFails: [', and if that fails ', ', e se isso falhar ', ', y si eso falla '],
  ifThatFails: [(step: string) => `if that fails: ${step}`, (step: string) => `se isso falhar: ${step}`, (step: string) => `si eso falla: ${step}`],
  ifItFails: ['if it fails', 'se falhar', 'si falla'],
  runOf: [(pack: string) => `A run of ${pack}`, (pack: string) => `Uma execução de ${pack}`, (pack: string) => `Una ejecución de ${pack}`],
  over: [(answer: string, values: string) => `${answer}, over ${values}`, (answer: string, values: string) => `${answer}, sobre ${values}`, (answer: string, values: string) => `${answer}, sobre ${values}`],
  first: [(table: string) => `${table}: the first that holds`, (table: string) => `${table}: a primeira que vale`, (table: string) => `${table}: la primera que se cumple`],
  firstOf: [(table: string, all: string) => `${table}: the first that holds of (${all})`, (table: string, all: string) => `${table}: a primeira que vale de (${all})`, (table: string, all: string) => `${table}: la primera que se cumple de (${all})`],
  unknownGoesOn: ['unknown: the next', 'sem resposta: a próxima', 'sin respuesta: la siguiente'],
  verdict: [(outcome: string, reason: string) => `${outcome}, because of ${reason}`, (outcome: string, reason: string) => `${outcome}, por ${reason}`, (outcome: string, reason: string) => `${outcome}, por ${reason}`],
  stop: [(verdict: string) => `stop with the outcome ${verdict}`, (verdict: string) => `fim com o resultado ${verdict}`, (verdict: string) => `fin con el resultado ${verdict}`],
  pack: [(pin: string) => `pack ${pin}`, (pin: string) => `pack ${pin}`, (pin: string) => `pack ${pin}`],
  tries: [(times: number) => `up to ${times} tries`, (times: number) => `até ${times} tentativas`, (times: number) => `hasta ${times} intentos`],
  between: [(time: string) => `${time} between`, (time: string) => `${time} entre elas`, (time: string) => `${time} entre ellos`],
  again: [(condition: string, times: number) => `again until ${condition}, at most ${times} times`, (condition: string, times: number) => `de novo até ${condition}, no máximo ${times} vezes`, (condition: string, times: number) => `otra vez hasta ${condition}, como máximo ${times} veces`],
  round: [(round: number) => `round ${round}`, (round: number) => `rodada ${round}`, (round: number) => `ronda ${round}`],
  if: ['if', 'se', 'si'],
  unless: ['unless', 'a menos que', 'a menos que'],
  otherwise: ['otherwise', 'senão', 'si no'],
  not: [(clause: string) => `not: ${clause}`, (clause: string) => `não: ${clause}`, (clause: string) => `no: ${clause}`],
  review: ['review', 'revisão', 'revisión'],
  byPerson: [(review: string, title: string) => `${review} by a person (${title})`, (review: string, title: string) => `${review} por uma pessoa (${title})`, (review: string, title: string) => `${review} por una persona (${title})`],
  input: ['input', 'entrada', 'entrada'],
  startedWith: [(fields: string) => `started with ${fields || 'nothing'}`, (fields: string) => `iniciado com ${fields || 'nada'}`, (fields: string) => `iniciado con ${fields || 'nada'}`],
  optional: ['optional', 'opcional', 'opcional'],
  personal: ['personal', 'pessoal', 'personal'],
  fresh: ['fresh', 'novo', 'nuevo'],
  maxAge: [(time: string) => `at most ${time} old`, (time: string) => `de até ${time} atrás`, (time: string) => `de hace ${time} como máximo`],
  sentByRun: ['sent by the run', 'enviado pela execução', 'enviado por la ejecución'],
  withPurpose: ['with a purpose', 'com finalidade', 'con finalidad'],
  within: [(time: string) => `within ${time}`, (time: string) => `em até ${time}`, (time: string) => `en ${time} como máximo`],
  failureEnds: ['failure ends the pack', 'falha encerra o pack', 'un fallo termina el pack'],
  failureWaits: ['failure waits', 'falha espera', 'un fallo espera'],
  waitsFor: [(time: string) => `waits for ${time}`, (time: string) => `espera ${time}`, (time: string) => `espera ${time}`],
  waitsUntil: [(moment: string) => `waits until ${moment}`, (moment: string) => `espera até ${moment}`, (moment: string) => `espera hasta ${moment}`],
  aSignal: ['a signal', 'um sinal', 'una señal'],
  calls: [(endpoint: string) => `calls ${endpoint}`, (endpoint: string) => `chama ${endpoint}`, (endpoint: string) => `llama a ${endpoint}`],
  asks: [(count: number) => `asks ${count} ${count === 1 ? 'field' : 'fields'}`, (count: number) => `pergunta ${count} ${count === 1 ? 'campo' : 'campos'}`, (count: number) => `pregunta ${count} ${count === 1 ? 'campo' : 'campos'}`],
  forEach: [(packs: string, list: string) => `${packs} for each of ${list}`, (packs: string, list: string) => `${packs} para cada um de ${list}`, (packs: string, list: string) => `${packs} para cada uno de ${list}`],
  since: [(time: string) => `since ${time}`, (time: string) => `desde ${time}`, (time: string) => `desde ${time}`],
  try: [(time: number) => `try ${time}`, (time: number) => `tentativa ${time}`, (time: number) => `intento ${time}`],
  held: ['held', 'retido', 'retenido'],
  answers: {
    yes: ['yes', 'sim', 'sí'],
    no: ['no', 'não', 'no'],
    unknown: ['unknown', 'sem resposta', 'sin respuesta'],
    approved: ['approved', 'aprovado', 'aprobado'],
    rejected: ['rejected', 'rejeitado', 'rechazado'],
  },
  rows: {
    ended: ['it ended the run', 'encerrou a execução', 'terminó la ejecución'],
    held: ['yes', 'sim', 'sí'],
    unknown: ['unknown', 'sem resposta', 'sin respuesta'],
    no: ['no', 'não', 'no'],
  },
  states: {
    pending: ['pending', 'pendente', 'pendiente'],
    processing: ['processing', 'em andamento', 'en curso'],
    completed: ['completed', 'concluído', 'completado'],
    failed: ['failed', 'falhou', 'falló'],
    skipped: ['skipped', 'pulado', 'omitido'],
    stopped: ['stopped', 'encerrado', 'terminado'],
    partial: ['partial', 'parcial', 'parcial'],
  },
} as const satisfies Rows

export type Wording = ColumnOf<typeof rows>
export type Answer = keyof Wording['answers']

const columnOf = (some: Rows, at: number): object =>
  Object.fromEntries(
    Object.entries(some).map(([name, row]) => [name, isRow(row) ? row[at] : columnOf(row, at)]),
  )

const isRow = (row: Row | Rows): row is Row => Array.isArray(row)

// Safe because each column has the names of the rows.
const [en, pt, es] = [0, 1, 2].map((at) => columnOf(rows, at)) as [Wording, Wording, Wording]

export const wordings: Readonly<Record<PageLanguage, Wording>> = { en, pt, es }

/** The sentence by which operations describe the language of their answers. */
export const inLanguages =
  'In English, or in the language that `Accept-Language` prefers: `pt`, `en` or `es`.'
export const varying = { vary: 'accept-language' }

/** The language that the caller prefers, or English. */
export const wordingFor = (c: Context): Wording =>
  wordings[pickPageLanguage(c.req.header('accept-language'), 'en')]
