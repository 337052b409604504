// Shows commands that cause a first message.
import { make, makeCopyButton } from '/pages/element.js'

export function renderExample() {
  const commands = writeCommands(location.origin)
  const code = make('code', {}, commands)
  return [make('pre', { tabindex: '0' }, code), makeCopyButton(commands, 'Copy the commands', code)]
}

/** @param {string} origin */
function writeCommands(origin) {
  const person = {
    documentType: 'CPF',
    document: '52998224725',
    name: 'Ana Exemplo',
    email: 'ana.exemplo@example.com',
  }
  return `TOKEN=$(npm run -s token)

ID=$(curl -s ${origin}/v1/transaction \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(person)}' \\
  | sed 's/.*"id":"\\([^"]*\\)","createdAt".*/\\1/')

curl -X POST ${origin}/v1/transaction/$ID/emails/tokens \\
  -H "Authorization: Bearer $TOKEN"`
}
