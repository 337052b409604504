// Describes a device in answers: by its client hints, or else by its user agent.
import Bowser from 'bowser'
import { makerOf, modelIn } from './phones.ts'
import type { DeviceInfo, DeviceSignals } from './schema.ts'

export const nothingKnown: DeviceInfo = {
  platform: '',
  mobileModelName: '',
  mobileManufacturerName: '',
  mobileOsName: '',
  mobileOsVersion: '',
}

export function describeDevice({ ua = '', uaData, platform, geo }: DeviceSignals): DeviceInfo {
  const system = systemOf(ua)
  const model = first(uaData?.model, modelIn(ua))
  return {
    platform: first(uaData?.platform, platform, system.name),
    mobileModelName: model,
    mobileManufacturerName: makerOf(model),
    mobileOsName: first(uaData?.platform, system.name),
    mobileOsVersion: first(uaData?.platformVersion, system.version),
    ...(geo && { deviceLocationLatitude: geo.latitude, deviceLocationLongitude: geo.longitude }),
  }
}

/** The operating system; for Windows with the version that people know, not that of its kernel. */
function systemOf(ua: string) {
  if (ua.trim() === '') return {}
  const { name, version, versionName } = Bowser.parse(ua).os
  return { name, version: name === 'Windows' ? versionName : version }
}

const first = (...texts: readonly (string | null | undefined)[]): string =>
  texts.find((text) => text !== undefined && text !== null && text !== '') ?? ''
