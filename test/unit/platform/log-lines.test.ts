// Lines for a pipe that nobody reads: 4 MiB of them wait, what comes then is lost and counted, and it goes on when somebody
// reads again.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

/** Writes until some are lost, tells of it beside the pipe, and again when all that waits is written. */
const program = `
  const { standardLines } = await import(process.argv[1])
  const lines = standardLines()
  const line = (n) => String(n).padStart(1023, '.') + '\\n'
  let written = 0
  while (lines.lost() < 100 && written < 20_000) lines.write(line(written++))
  await lines.flush(50)
  process.send({ written, lost: lines.lost(), waiting: process.stdout.writableLength })
  await new Promise((resolve) => process.once('message', resolve))
  await lines.flush(20_000)
  lines.write(line('last'))
  await lines.flush(20_000)
  process.send({ lost: lines.lost(), waiting: process.stdout.writableLength })
  process.disconnect()
`

test('4 MiB wait for who does not read, further lines are lost and counted, and a reader gets the rest in order', async () => {
  const module = import.meta.resolve('#src/platform/log-lines.ts')
  const args = ['--input-type=module', '--eval', program, module]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [full] = await once(child, 'message')
  expect(full.lost).toBe(100)
  expect(full.waiting).toBeGreaterThan(3.5 * 1024 * 1024)
  expect(full.waiting).toBeLessThan(4.1 * 1024 * 1024)

  let text = ''
  child.stdout?.on('data', (data) => (text += String(data)))
  child.send('somebody reads')
  const [after] = await once(child, 'message')
  const [code] = await once(child, 'close')
  expect([code, after]).toEqual([0, { lost: 100, waiting: 0 }])
  const numbers = text.match(/\w+(?=\n)/g) ?? []
  const kept = full.written - full.lost
  expect(numbers).toEqual([...Array.from({ length: kept }, (_, n) => String(n)), 'last'])
})
