// The secrets of webhooks and endpoints: shown once when created, afterwards only their public keys.
import type { Webhook } from '#src/journey/webhooks/schema.ts'
import { useState } from 'preact/hooks'
import { ActButton } from './acts.tsx'
import { defineWords } from '../words/words.ts'
import { Button, Code, Copy, Time } from './inline.tsx'
import { Dialog } from './dialog.tsx'
import { Section } from './page.tsx'
import { Table } from './table.tsx'

// prettier-ignore
const text = defineWords({
  secret: ['Segredo', 'Secret', 'Secreto'],
  secrets: ['Segredos', 'Secrets', 'Secretos'],
  once: ['É mostrado só desta vez. Guarde-o onde o seu sistema o lê.', 'It is shown only this once. Keep it where your system reads it.', 'Se muestra solo esta vez. Guárdelo donde su sistema lo lee.'],
  gone: ['A resposta anterior já mostrou o segredo.', 'The answer before this one had its secret.', 'La respuesta anterior ya mostró el secreto.'],
  rotate: ['Criar outro segredo', 'Create another secret', 'Crear otro secreto'],
  overlap: ['O antigo assina por mais um dia ao lado do novo; um terceiro encerra o mais antigo na hora.', 'The old one goes on signing for a day beside the new one; a third one ends the oldest at once.', 'El antiguo firma un día más junto al nuevo; un tercero termina el más antiguo al instante.'],
  publicKey: ['Chave pública', 'Public key', 'Clave pública'],
  made: ['Criado', 'Created', 'Creado'],
  signs: ['Assina até', 'Signs until', 'Firma hasta'],
  stays: ['sem prazo', 'no end date', 'sin plazo'],
  done: ['Guardei', 'I saved it', 'Lo guardé'],
})

export type NewSecret = { readonly secret?: string }

/** Shows a new secret once, after it was created. */
export const SecretOnce = ({ made, onClose }: { made: NewSecret; onClose: () => void }) => (
  <Dialog
    title={text.secret}
    onClose={onClose}
    acts={
      <Button kind="main" onClick={onClose}>
        {text.done}
      </Button>
    }
  >
    {made.secret ? (
      <>
        <p role="group" aria-label={text.secret}>
          <Code text={made.secret} />
        </p>
        <p>
          <Copy text={made.secret} />
        </p>
        <p>{text.once}</p>
      </>
    ) : (
      <p>{text.gone}</p>
    )}
  </Dialog>
)

type SecretsProps = {
  readonly secrets: Webhook['secrets']
  readonly onRotate: () => Promise<NewSecret>
}

export function Secrets({ secrets, onRotate }: SecretsProps) {
  const [made, setMade] = useState<NewSecret>()
  const rotate = async () => setMade(await onRotate())
  return (
    <Section title={text.secrets} acts={<ActButton act={text.rotate} run={rotate} />}>
      <Table
        caption={text.secrets}
        rows={secrets}
        keyOf={({ id }) => id}
        columns={[
          { head: text.publicKey, cell: (one) => <Code text={one.publicKey} short copy /> },
          { head: text.made, cell: (one) => <Time at={one.createdAt} /> },
          {
            head: text.signs,
            cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} exact /> : text.stays),
          },
        ]}
      />
      <p class="soft small">{text.overlap}</p>
      {made && <SecretOnce made={made} onClose={() => setMade(undefined)} />}
    </Section>
  )
}
