// The selfie beside the pictures of the document.
import type { ReviewDetail } from '#src/packs/reviews/schema.ts'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/query.ts'
import { Section } from '../../parts/page.tsx'
import { Picture } from '../../parts/picture.tsx'
import { useSession } from '../../shell/session.ts'
import { useReviewWords } from './words.ts'

type Links = Readonly<Record<string, string>>

/** Of a signed link only its path: the API is where the console is. */
const pathOf = (link: string | undefined) =>
  link === undefined ? undefined : new URL(link, location.origin).pathname

export function Pictures({ review: { transactionId } }: { review: ReviewDetail }) {
  const words = useReviewWords()
  const { can } = useSession()
  const mayLook = can('images:read')
  const { data } = useQuery(mayLook ? `pictures ${transactionId}` : undefined, async () => {
    const read = (kind: string) =>
      api.get<Links>(`/v1/transaction/${transactionId}/biometrics/${kind}`).catch((): Links => ({}))
    const [selfie, document] = await Promise.all([read('selfie'), read('document')])
    return { ...selfie, ...document }
  })
  const shown = [
    [words.selfie, pathOf(data?.['selfieUrl'])],
    [words.front, pathOf(data?.['documentFrontUrl'])],
    [words.reverse, pathOf(data?.['documentBackUrl'])],
  ] as const
  const known = shown.filter(([, path]) => path !== undefined)
  return (
    <Section title={words.pictures}>
      {!mayLook && <p class="soft">{words.noPictures}</p>}
      {data && known.length === 0 && <p class="soft">{words.nonePictured}</p>}
      <div class="review-pictures">
        {known.map(([alt, path]) => (
          <figure key={alt}>
            <Picture path={path ?? ''} alt={alt} />
            <figcaption>{alt}</figcaption>
          </figure>
        ))}
      </div>
    </Section>
  )
}
