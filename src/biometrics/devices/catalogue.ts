// The rules of the device analysis. A rule says whether it fires, or null when the device does not report the value
// that it reads: browsers differ in what they report, so a missing value is no finding.
import { isbot } from 'isbot'
import type { DeviceContext } from './context.ts'
import { distanceKm, isZoneOf, speaksLanguageOf } from './network.ts'
import type { DeviceEvent, DeviceSignals } from './schema.ts'

export type DeviceRule = {
  readonly code: number
  readonly details: string
  /** Subtracted from the score when the rule fires. */
  readonly weight: number
  /** When the rule fires the class is the worst, whatever the score. */
  readonly hard?: true
  readonly hit: (ctx: DeviceContext) => boolean | null
}

const staleMs = 5 * 60_000
const farKm = 1_000

const eventRules: readonly DeviceRule[] = [
  {
    code: 1001,
    details: 'Evento do dispositivo ausente ou ilegível',
    weight: 600,
    hard: true,
    hit: ({ event }) => event.kind === 'missing' || event.kind === 'unreadable',
  },
  {
    code: 1002,
    details: 'Evento sem assinatura',
    weight: 150,
    hit: ofEvent((_, { event }) => event.kind === 'plain'),
  },
  {
    code: 1003,
    details: 'Desafio desconhecido, vencido, já usado ou de outra transação',
    weight: 400,
    hard: true,
    hit: ofEvent((_, { nonceHolds }) => nonceHolds !== true),
  },
  {
    code: 1004,
    details: 'Evento criado a mais de 5 minutos da chegada',
    weight: 200,
    hit: ofEvent(({ iat }, { arrivedAt }) => Math.abs(arrivedAt - iat * 1_000) > staleMs),
  },
  {
    code: 1005,
    details: 'As imagens não são as do evento',
    weight: 400,
    hard: true,
    hit: ofEvent(
      ({ images }, { imageHashes }) =>
        images.length !== imageHashes.length || images.some((one, at) => one !== imageHashes[at]),
    ),
  },
  {
    code: 1006,
    details: 'A mesma imagem mais de uma vez',
    weight: 300,
    hard: true,
    hit: ({ imageHashes }) => new Set(imageHashes).size < imageHashes.length,
  },
]

const automationRules: readonly DeviceRule[] = [
  {
    code: 2001,
    details: 'Navegador de robô ou ferramenta',
    weight: 400,
    hard: true,
    hit: ofSignals(({ ua }) => (ua === undefined ? null : ua === '' || isbot(ua))),
  },
  {
    code: 2002,
    details: 'Navegador controlado por automação',
    weight: 400,
    hard: true,
    hit: ofSignals(({ webdriver }) => webdriver ?? null),
  },
  { code: 2003, details: 'Navegador sem tela', weight: 250, hit: ofSignals(isHeadless) },
  {
    code: 2004,
    details: 'O navegador do evento não é o da conexão',
    weight: 150,
    hit: ofSignals(({ ua }, { userAgentHeader }) =>
      ua === undefined || userAgentHeader === undefined ? null : ua !== userAgentHeader,
    ),
  },
]

const virtualCamera =
  /\bobs\b|virtual|manycam|xsplit|droidcam|iriun|v4l2loopback|fake|snap camera|epoccam|camo\b|\.(mjpe?g|y4m)$/i
const emulatedGpu =
  /swiftshader|llvmpipe|softpipe|vmware|virtualbox|vbox|parallels|goldfish|ranchu|bluestacks|genymotion|nox\b|basic render/i

const hardwareRules: readonly DeviceRule[] = [
  {
    code: 3001,
    details: 'Câmera virtual',
    weight: 400,
    hard: true,
    hit: ofSignals(({ camera }) => (camera?.label ? virtualCamera.test(camera.label) : null)),
  },
  {
    code: 3002,
    details: 'Emulador ou máquina virtual',
    weight: 200,
    hit: ofSignals(({ gpu }) => (gpu ? emulatedGpu.test(gpu) : null)),
  },
  {
    code: 3003,
    details: 'Diz ser celular, sem tela de toque ou com plataforma de computador',
    weight: 200,
    hit: ofSignals(({ ua, touch, platform }) => {
      if (ua === undefined || !isMobile(ua)) return ua === undefined ? null : false
      if (touch === undefined && !platform) return null
      return touch === 0 || /^(win|mac|linux (x86|i\d86))/i.test(platform ?? '')
    }),
  },
]

const locationRules: readonly DeviceRule[] = [
  {
    code: 4001,
    details: 'Fuso horário de fora do país da conexão',
    weight: 150,
    hit: ofSignals(({ tz }, { network }) => {
      if (!tz || !network?.country) return null
      const isOwn = isZoneOf(tz, network.country)
      return isOwn === null ? null : !isOwn
    }),
  },
  {
    code: 4002,
    details: 'A mais de 1000 km do lugar da conexão',
    weight: 150,
    hit: ofSignals(({ geo }, { network }) => {
      const { latitude, longitude } = network ?? {}
      if (!geo || latitude === undefined || longitude === undefined) return null
      return distanceKm(geo, { latitude, longitude }) > farKm
    }),
  },
  {
    code: 4003,
    details: 'Nenhum idioma do país da conexão',
    weight: 50,
    hit: ofSignals(({ languages }, { network }) =>
      !languages?.length || !network?.country
        ? null
        : !speaksLanguageOf(languages, network.country),
    ),
  },
]

/** The limit of documents per device when the tenant has set none. */
const documentsMax = 4

const velocityRules: readonly DeviceRule[] = [
  {
    code: 5001,
    details: 'Documentos demais no dispositivo em 30 dias',
    weight: 350,
    hard: true,
    hit: ({ counts }) =>
      counts ? counts.documentsOfDevice > (counts.documentsMax ?? documentsMax) : null,
  },
  {
    code: 5002,
    details: 'Documento em quatro ou mais dispositivos em 30 dias',
    weight: 200,
    hit: ({ counts }) => (counts ? counts.devicesOfDocument >= 4 : null),
  },
  {
    code: 5003,
    details: 'Mais de dez tentativas do dispositivo em uma hora',
    weight: 250,
    hit: ({ counts }) => (counts ? counts.attemptsOfDevice > 10 : null),
  },
]

export const deviceRules: readonly DeviceRule[] = [
  ...eventRules,
  ...automationRules,
  ...hardwareRules,
  ...locationRules,
  ...velocityRules,
]

/** Null without a readable event, which rule 1001 already reports. */
function ofEvent(hit: (payload: DeviceEvent, ctx: DeviceContext) => boolean | null) {
  return (ctx: DeviceContext): boolean | null =>
    'payload' in ctx.event ? hit(ctx.event.payload, ctx) : null
}

function ofSignals(hit: (signals: DeviceSignals, ctx: DeviceContext) => boolean | null) {
  return ofEvent(({ signals }, ctx) => hit(signals, ctx))
}

const isMobile = (ua: string) => /\b(android|iphone|ipad|ipod|mobile)\b/i.test(ua)

/**
 * Whether the browser runs without a screen: a desktop's Chrome has plug-ins and `window.chrome`, and every window has
 * a size.
 */
function isHeadless({ ua, plugins, chrome, window }: DeviceSignals): boolean | null {
  const isChrome = ua !== undefined && /\bchrome\//i.test(ua)
  const asked = [
    ua === undefined ? null : /headless/i.test(ua),
    isChrome && !isMobile(ua) && plugins !== undefined ? plugins === 0 : null,
    isChrome && !isMobile(ua) && chrome !== undefined ? !chrome : null,
    window ? window.width === 0 || window.height === 0 : null,
  ]
  const known = asked.filter((one) => one !== null)
  return known.length === 0 ? null : known.includes(true)
}
