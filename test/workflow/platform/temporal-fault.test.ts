// A wrong address, certificate, key and namespace of Temporal are told apart, by what a server really answers.
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:tls'
import type { AddressInfo, Server as NetServer } from 'node:net'
import { Connection } from '@temporalio/client'
import { generate } from 'selfsigned'
import { expect, inject, onTestFinished, test } from 'vitest'
import { explainFault, faultOf } from '#src/journey/temporal/fault.ts'

async function explain(address: string, tls = false, namespace = 'default') {
  const connection = Connection.lazy({ address, ...(tls && { tls: {} }) })
  onTestFinished(() => connection.close())
  return explainFault({ connection, namespace, address, tls }, new Error('no word of why'))
}

async function listen(server: Server | NetServer): Promise<string> {
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready)
  })
  onTestFinished(() => void server.close())
  // Safe because a server that listens on TCP has an address and a port.
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a namespace that is not there, an address where nobody is, and names that nobody has', async () => {
  const address = inject('temporalAddress')
  expect(await explain(address, false, 'nobody-has-made-it')).toBe('namespace')
  expect(await explain(address)).toBe('unknown')
  expect(await explain('127.0.0.1:1')).toBe('address')
})

test('a certificate that is not trusted, and TLS where the other side speaks none', async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'temporal.test' }])
  const secure = await listen(createTlsServer({ key, cert, ALPNProtocols: ['h2'] }))
  expect(await explain(secure, true)).toBe('certificate')
  expect(await explain(await listen(createServer()), true)).toBe('tls')
})

test.for([
  ['a credential that is refused', Object.assign(new Error('x'), { code: 16 }), 'key'],
  ['one that may do nothing here', Object.assign(new Error('x'), { code: 7 }), 'key'],
  ['what stands in a cause', new Error('x', { cause: new Error('ENOTFOUND temporal') }), 'address'],
  ['what is no error', 'certificate', 'unknown'],
] as const)('%s', ([, error, fault]) => {
  expect(faultOf(error)).toBe(fault)
})
