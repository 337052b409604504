// Who may import whom, as one list: the lint rules (oxlint.config.ts) and their test are made from it.

export type Area = {
  readonly name: string
  /**
   * Its folders on steps, lowest first. Folders of one step do not import each other. `.` is the area's own
   * files.
   */
  readonly folders: readonly (readonly string[])[]
  /** Stand above all of them. Two capabilities share no types either. */
  readonly capabilities?: readonly string[]
}

/**
 * Lowest first: imports go downwards, those of types too. Areas of one step do not import each other.
 */
export const areaSteps: readonly (readonly Area[])[] = [
  [
    {
      name: 'platform',
      folders: [
        ['problems'],
        ['.'],
        ['cel', 'db'],
        ['rate-limit', 'seal'],
        ['http'],
        ['audit'],
        ['two-people'],
        ['idempotency', 'tenants'],
        ['api-keys'],
        ['sessions'],
        ['sign-in'],
      ],
    },
  ],
  [
    {
      name: 'journey',
      folders: [
        ['dates', 'names', 'transaction'],
        ['values'],
        ['facts'],
        ['journal', 'temporal', 'velocity'],
        ['agenda'],
        ['idempotency'],
        ['commit'],
        ['calls'],
        ['capabilities', 'receivers'],
        ['inbox', 'registry', 'suspects'],
        ['acts'],
        ['corrections', 'events', 'lifecycle'],
        ['endpoints', 'erasure', 'webhooks'],
      ],
    },
  ],
  [
    {
      name: 'messaging',
      folders: [
        ['wire'],
        ['messages', 'phones', 'replies'],
        ['challenges'],
        ['conversations'],
        ['requests'],
        ['sending'],
        ['inbound'],
      ],
      capabilities: ['questions', 'tokens', 'wordings'],
    },
    {
      name: 'biometrics',
      folders: [
        ['wire'],
        ['devices', 'engines', 'signed-files'],
        ['images', 'movement', 'pictures', 'verdicts'],
        ['examinations'],
      ],
      capabilities: ['biometrics-score', 'liveness', 'redoc', 'selfie-images'],
    },
    {
      name: 'screening',
      folders: [
        ['wire'],
        ['lists'],
        ['orders'],
        ['own-services'],
        ['answers'],
        ['facts'],
        ['checks'],
        ['reports'],
      ],
      capabilities: ['background-check', 'credit-score', 'official-match'],
    },
  ],
  [
    {
      name: 'risk',
      folders: [['numbers'], ['insights'], ['scorecards']],
      capabilities: ['card-check', 'entries', 'insights-module', 'outcome', 'score'],
    },
  ],
  [
    {
      name: 'packs',
      folders: [
        ['document'],
        ['conditions', 'forms'],
        ['calls', 'children'],
        ['runs'],
        ['outbound'],
        ['cases', 'difference', 'drawing', 'history', 'reviews', 'statistics'],
        ['alarms', 'files', 'transactions'],
        ['backtest', 'drafts'],
        ['.'],
      ],
    },
  ],
  [{ name: 'links', folders: [['lvs'], ['capture', 'children', 'funnel']] }],
  [
    {
      name: 'vendors',
      folders: [
        ['parts'],
        [
          'engine-http',
          'http',
          'infobip',
          'look-ups',
          'meta',
          'minha-receita',
          'smtp',
          'twilio',
          'watchman',
          'yente',
        ],
        ['datavalid', 'sandbox', 'zenvia'],
        ['sim-swap'],
        ['.'],
      ],
    },
  ],
  [{ name: 'sandbox', folders: [['outcomes', 'samples'], ['.']] }],
  [{ name: 'console', folders: [['app'], ['.']] }],
  [
    {
      name: 'main',
      folders: [['config'], ['process'], ['lists', 'ports'], ['.'], ['commands', 'local']],
    },
  ],
]

export const areas: readonly Area[] = areaSteps.flat()

/** Where a file of `src` stands: its area, its folder there, and how many folders deeper. */
export type Place = { readonly area: string; readonly folder: string; readonly depth: number }

export function placeOf(file: string): Place | undefined {
  const [root, area, ...rest] = file.split('/')
  const [folder] = rest
  if (root !== 'src' || area === undefined || folder === undefined) return undefined
  return rest.length === 1
    ? { area, folder: '.', depth: 0 }
    : { area, folder, depth: rest.length - 2 }
}

/** The folders of an area on their steps, capabilities last. */
export const stepsOf = ({ folders, capabilities = [] }: Area): readonly (readonly string[])[] => [
  ...folders,
  capabilities,
]
