// The selfies and documents of a transaction: adds pictures as a client would, and shows the stored ones with their
// results.
import type { LivenessResult, RedocResult } from '#src/biometrics/examinations/schema.ts'
import { api, stale, useAct, useQuery } from '../../api/query.ts'
import { Loading, Pairs, pairsOf, ProblemNote } from '../../parts/page.tsx'
import { facts } from '../reviews/fact-words.ts'
import { words } from './words.ts'

type Images = { selfieUrl?: string; documentFrontUrl?: string; documentBackUrl?: string }

async function loadPictures(id: string) {
  const base = `/v1/transaction/${id}`
  const [[liveness], [document]] = await Promise.all([
    api.get<LivenessResult[]>(`${base}/facial-biometrics/liveness`),
    api.get<RedocResult[]>(`${base}/redoc`),
  ])
  // Requests only pictures that exist, because a browser logs every failed request.
  const [selfie, sides] = await Promise.all([
    liveness ? api.get<Images>(`${base}/biometrics/selfie`) : undefined,
    document ? api.get<Images>(`${base}/biometrics/document`) : undefined,
  ])
  const isBack = document?.additionalInformation.includes('side:back') ?? false
  return {
    liveness,
    document,
    selfie: selfie?.selfieUrl,
    side: isBack ? sides?.documentBackUrl : sides?.documentFrontUrl,
  }
}

export function Pictures({ id, version }: { id: string; version: number }) {
  const { data, problem } = useQuery(`sandbox-pictures ${id} ${version}`, () => loadPictures(id))
  const add = useAct(async (path: string, name: string, files: FileList | null | undefined) => {
    if (!files || files.length === 0) return
    const form = new FormData()
    for (const file of files) form.append(name, file)
    await api.upload(`/v1/transaction/${id}/${path}`, form)
    stale('/v1')
  })
  const failed = add.problem ?? problem
  const drops = [
    ['facial-biometrics/liveness', 'images', words.selfies],
    ['redoc', 'selfie', words.aDocument],
  ] as const
  return (
    <>
      <div class="tiles">
        {drops.map(([path, name, label]) => (
          <label
            key={path}
            class="sandbox-drop"
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              void add.act(path, name, event.dataTransfer?.files)
            }}
          >
            {label}
            <input
              class="small"
              type="file"
              data-of={name}
              accept="image/jpeg,image/png,image/webp"
              multiple={name === 'images'}
              onChange={({ currentTarget }) => void add.act(path, name, currentTarget.files)}
            />
          </label>
        ))}
      </div>
      <p class="soft small" role="status">
        {add.busy && words.engines}
      </p>
      <p class="small">
        {words.samples}: <a href="/sandbox/samples/selfie-front.jpg">{words.front}</a>,{' '}
        <a href="/sandbox/samples/selfie-left.jpg">{words.left}</a>,{' '}
        <a href="/sandbox/samples/document-rg.jpg">{words.document}</a>
      </p>
      {failed && <ProblemNote problem={failed} />}
      {!data && !problem && <Loading />}
      {data?.liveness && (
        <Stored
          title={`${words.selfie}: ${facts.value('liveness.status', data.liveness.livenessStatus)}`}
          url={data.selfie}
          result={data.liveness}
        />
      )}
      {data?.document && (
        <Stored
          title={`${words.document}: ${data.document.result}`}
          url={data.side}
          result={data.document}
        />
      )}
    </>
  )
}

type StoredProps = {
  readonly title: string
  readonly url: string | undefined
  readonly result: object
}

/** Uses only the path of the address, because the service may have another name outside. */
const Stored = ({ title, url, result }: StoredProps) => (
  <div class="section stack sandbox-stored">
    <h3>{title}</h3>
    {url && <img src={new URL(url, location.href).pathname} alt={title} />}
    <Pairs items={pairsOf(result).filter(([, value]) => value !== '')} />
  </div>
)
