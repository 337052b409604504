// Loads a definition file: its form, expressions and secrets are checked at the start, and each fault is reported with
// its position.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import jsonata from 'jsonata'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Port } from '#src/screening/orders/port.ts'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import type { Secret } from './auth.ts'
import { Definition } from './definition.ts'
import { listExpressions, listRequests } from './expressions.ts'
import { findOwnServiceFaults } from './own-services.ts'
import { findPictureFaults } from './picture.ts'

/** Throws an Error with all faults of the file, one per line. */
export function loadDefinition(file: string, folder: string): Definition {
  const text = read(file, folder)
  const result = Definition.safeParse(text)
  if (!result.success) throw new Error(`${file}:\n${z.prettifyError(result.error)}`)
  const bodies = new Set(
    listRequests(result.data)
      .filter(([, { as }]) => as === 'json' || as === 'multipart')
      .map(([position]) => `${position}.body`),
  )
  const faults = listExpressions(result.data).flatMap(([position, expression]) =>
    findFaults(expression, bodies.has(position) ? result.data.port : undefined).map(
      (fault) => `${position}: ${fault}`,
    ),
  )
  const all = [
    ...faults,
    ...findClassFaults(result.data),
    ...findPathFaults(result.data),
    ...findServiceFaults(result.data),
    ...findOwnServiceFaults(result.data.declared),
  ]
  if (all.length > 0) throw new Error(`${file}:\n${all.join('\n')}`)
  return result.data
}

function read(file: string, folder: string): unknown {
  let text: string
  try {
    text = readFileSync(pathOf(file, folder), 'utf8')
  } catch {
    throw new Error(`${file} cannot be read`)
  }
  try {
    return parse(text)
  } catch (error) {
    throw new Error(`${file} is no YAML: ${error instanceof Error ? error.message : ''}`)
  }
}

/** Definitions that come with the service are named `atesta/…`. */
const pathOf = (file: string, folder: string): string =>
  file.startsWith(shipped) ? join(shippedFolder, file.slice(shipped.length)) : resolve(folder, file)

const shipped = 'atesta/'
const shippedFolder = join(import.meta.dirname, '../shipped')

/** Empty for a valid expression. `bodyOf` is the port of a body that may hold pictures. */
function findFaults(expression: string, bodyOf: Port | undefined): string[] {
  try {
    const tree: unknown = jsonata(expression).ast()
    // A vendor's answer must never be executed as code.
    const evaluated = mentionsEval(tree) ? ['$eval is not allowed'] : []
    return [...evaluated, ...findPictureFaults(tree, bodyOf)]
  } catch (error) {
    const { code, position } = z
      .object({ code: z.string().catch('?'), position: z.number().catch(0) })
      .catch({ code: '?', position: 0 })
      .parse(error)
    return [`does not parse (${code} at character ${position})`]
  }
}

function mentionsEval(tree: unknown): boolean {
  if (Array.isArray(tree)) return tree.some(mentionsEval)
  if (typeof tree !== 'object' || tree === null) return false
  if ('type' in tree && tree.type === 'variable' && 'value' in tree && tree.value === 'eval')
    return true
  return Object.values(tree).some(mentionsEval)
}

/**
 * The classes `notInBase` and `noPortrait` exist only for `official-match`, which looks a person up and compares a
 * portrait.
 */
const findClassFaults = ({ port, errors }: Definition): string[] =>
  errors.flatMap(({ class: given }, at) =>
    port !== 'official-match' && (given === 'notInBase' || given === 'noPortrait')
      ? [`errors.${at}: ${given} is a class of official-match`]
      : [],
  )

function findPathFaults(definition: Definition): string[] {
  return listRequests(definition).flatMap(([position, { path, parameters }]) =>
    [...path.matchAll(/\{([^}]*)\}/g)]
      .map(([, name = '']) => name)
      .filter((name) => !Object.hasOwn(parameters, name))
      .map((name) => `${position}.path: there is no parameter ${name}`),
  )
}

/** All fields of a subject except `shown`, our own ids, which no expression may see. */
type FieldsOf<Of extends Port> = Record<
  Exclude<keyof Extract<CheckRequest, { readonly port: Of }>['subject'], 'shown'>,
  true
>

/** The fields that a subject of each port can have. */
const subjectFields: { readonly [Of in Port]: FieldsOf<Of> } = {
  'person-check': {
    document: true,
    passport: true,
    passportCountry: true,
    rnm: true,
    name: true,
    birthdate: true,
    mothersName: true,
    fathersName: true,
    rg: true,
    issuanceDateRg: true,
    gender: true,
  },
  'company-check': {
    document: true,
    name: true,
    tradeName: true,
    openingDate: true,
    email: true,
    address: true,
    partners: true,
    legalRepresentatives: true,
    phones: true,
    cnaes: true,
  },
  'card-risk': { bin: true, last4: true },
  credit: { document: true, criterion: true },
  'official-match': {
    document: true,
    name: true,
    birthdate: true,
    mothersName: true,
    fathersName: true,
    licenceNumber: true,
  },
}

/** Requiring a field that a subject never has would refuse every purchase. */
function findServiceFaults({ port, services, requires, covers }: Definition): string[] {
  const fields = subjectFields[port]
  const isUnknown = (service: string) => services?.includes(service) === false
  const unknown = ([position, named]: readonly [string, object]) =>
    Object.keys(named)
      .filter(isUnknown)
      .map((service) => `${position}: ${service} is none of the services`)
  return [
    ...[['requires', requires] as const, ['covers', covers] as const].flatMap(unknown),
    ...Object.entries(requires).flatMap(([service, needed]) =>
      needed
        .filter((name) => !Object.hasOwn(fields, name))
        .map((name) => `requires.${service}: ${port} has no ${name}`),
    ),
  ]
}

export type Secrets = Readonly<Record<string, string | { readonly file: string }>>

/**
 * Returns a function that reads the value of a reference. It throws an Error that names the reference, and never its
 * value.
 */
export function secretReader(secrets: Secrets, folder: string): (reference: Secret) => string {
  return ({ secret }) => {
    const found = Object.hasOwn(secrets, secret) ? secrets[secret] : undefined
    if (found === undefined) throw new Error(`the account has no secret ${secret}`)
    if (typeof found === 'string') return found
    try {
      return readFileSync(resolve(folder, found.file), 'utf8').trim()
    } catch {
      throw new Error(`the file of the secret ${secret} cannot be read`)
    }
  }
}
