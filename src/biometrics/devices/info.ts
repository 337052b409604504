// Describes a device for the wire: by client hints, and by the user agent where there are none.
import UAParser from 'ua-parser-js'
import type { DeviceInfo, DeviceSignals } from './schema.ts'

export const nothingKnown: DeviceInfo = {
  platform: '',
  mobileModelName: '',
  mobileManufacturerName: '',
  mobileOsName: '',
  mobileOsVersion: '',
}

export function describeDevice({ ua, uaData, platform, geo }: DeviceSignals): DeviceInfo {
  const parsed = new UAParser(ua ?? '').getResult()
  const osName = first(uaData?.platform, parsed.os.name)
  return {
    platform: first(uaData?.platform, platform, parsed.os.name),
    mobileModelName: first(uaData?.model, parsed.device.model),
    mobileManufacturerName: first(parsed.device.vendor),
    mobileOsName: osName,
    mobileOsVersion: first(uaData?.platformVersion, parsed.os.version),
    ...(geo && {
      deviceLocationLatitude: geo.latitude,
      deviceLocationLongitude: geo.longitude,
    }),
  }
}

const first = (...texts: readonly (string | null | undefined)[]): string =>
  texts.find((text) => text !== undefined && text !== null && text !== '') ?? ''
