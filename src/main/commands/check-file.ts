// Describes the signature of a file: node src/main/commands/check-file.ts FILE. Fetches only the revocation lists that
// SIGNED_FILES names; the exit code is 1 unless the file is signed. The output names the signer.
import { runAsCommand } from '#src/main/process/run-as-process.ts'
import { readFileSync } from 'node:fs'
import { fetchList } from '#src/main/ports/signed-files.ts'
import { readSignedFiles } from '#src/main/config/signed-files.ts'
import {
  describeSignature,
  type SignatureDescription,
} from '#src/biometrics/signed-files/describe.ts'

type Environment = { readonly [name: string]: string | undefined }

/** Throws an Error where the file does not exist, or the settings are invalid. */
export async function checkFile(
  path: string,
  { SIGNED_FILES_FILE, SIGNED_FILES }: Environment,
): Promise<SignatureDescription> {
  const {
    lists: urls,
    privateHosts,
    ...trust
  } = readSignedFiles({ SIGNED_FILES_FILE, SIGNED_FILES })
  const fetched = await Promise.all(urls.map((url) => fetchList(url, privateHosts)))
  const lists = fetched.filter((one) => one !== undefined)
  return describeSignature(readFileSync(path), { ...trust, lists }, new Date())
}

if (import.meta.main)
  await runAsCommand(async () => {
    const [path] = process.argv.slice(2)
    if (path === undefined) throw new Error('name the file')
    const described = await checkFile(path, process.env)
    process.stdout.write(`${JSON.stringify(described, null, 2)}\n`)
    if (described.verdict.outcome !== 'signed') process.exitCode = 1
  })
