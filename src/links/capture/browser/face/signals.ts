// Collects what a browser reports about its device; missing values are left out.
import FingerprintJS from '@fingerprintjs/fingerprintjs'

type UserAgentData = {
  getHighEntropyValues(hints: readonly string[]): Promise<{
    readonly mobile?: boolean
    readonly platform?: string
    readonly platformVersion?: string
    readonly model?: string
  }>
}
// Properties that not every browser has, and that the standard types lack.
type More = { readonly userAgentData?: UserAgentData; readonly deviceMemory?: number }

export async function readSignals(stream: MediaStream): Promise<object> {
  const more = navigator as Navigator & More
  const [visitorId, uaData, inputs] = await Promise.all([
    readVisitorId(),
    more.userAgentData
      ?.getHighEntropyValues(['platform', 'platformVersion', 'model'])
      .then(({ mobile, platform, platformVersion, model }) => ({
        mobile,
        platform,
        platformVersion,
        model,
      }))
      .catch(() => undefined),
    countCameras(),
  ])
  const label = stream.getVideoTracks()[0]?.label
  return {
    visitorId,
    uaData,
    ua: navigator.userAgent,
    platform: navigator.platform,
    languages: [...navigator.languages],
    tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
    tzOffset: new Date().getTimezoneOffset(),
    screen: { width: screen.width, height: screen.height },
    window: { width: outerWidth, height: outerHeight },
    touch: navigator.maxTouchPoints,
    cores: navigator.hardwareConcurrency,
    mem: more.deviceMemory,
    plugins: navigator.plugins.length,
    gpu: readGpu(),
    webdriver: navigator.webdriver,
    camera: { label, inputs },
    chrome: 'chrome' in window,
  }
}

async function readVisitorId(): Promise<string | undefined> {
  try {
    // Without this option the library sends statistics to its maker on some visits.
    const agent = await FingerprintJS.load({ monitoring: false })
    return (await agent.get()).visitorId
  } catch {
    return undefined
  }
}

async function countCameras(): Promise<number | undefined> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices()
    return devices.filter(({ kind }) => kind === 'videoinput').length
  } catch {
    return undefined
  }
}

function readGpu(): string | undefined {
  const gl = document.createElement('canvas').getContext('webgl')
  const info = gl?.getExtension('WEBGL_debug_renderer_info')
  const renderer: unknown = info && gl?.getParameter(info.UNMASKED_RENDERER_WEBGL)
  return typeof renderer === 'string' ? renderer : undefined
}
