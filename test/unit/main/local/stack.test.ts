// What a start prints: where everything is.
import { expect, test } from 'vitest'
import { describeStack } from '#src/main/local/stack.ts'

const consoleUrl = 'http://127.0.0.1:3000/console/sign-in/link/x'
const apiUrl = 'http://127.0.0.1:3000'
const stack = { apiUrl, consoleUrl, temporalNamespace: 'default', token: 'ey' }

test('a start prints the link of the console, and the operators’ list where the UI has one', () => {
  const lines = describeStack({ ...stack, temporalUi: 'http://127.0.0.1:8233/' })
  const [, address = ''] = lines.map((line) => /^Operators (.+)$/.exec(line)).find(Boolean) ?? []
  const url = new URL(address)
  expect(url.origin + url.pathname).toBe('http://127.0.0.1:8233/namespaces/default/workflows')
  expect(url.searchParams.get('query')).toBe(
    "WorkflowType = 'transaction' AND ExecutionStatus = 'Running' AND Waiting IN ('operator', 'review', 'undelivered', 'vendor')",
  )
  expect(lines).toContain(`Console ${consoleUrl}`)
  const elsewhere = describeStack({ ...stack, temporalUi: '(of the server at temporal:7233)' })
  expect(elsewhere.filter((line) => line.startsWith('Operators'))).toEqual([])
  expect(elsewhere).toHaveLength(lines.length - 1)
})
