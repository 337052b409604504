// Locates an IP address by an MMDB file that the operator provides, without any request over the network.
import { type CityResponse, open } from 'maxmind'
import { readAddress } from '#src/platform/http/request/address.ts'

/** `country` by ISO 3166-1 alpha-2. */
export type Network = {
  readonly country?: string
  readonly latitude?: number
  readonly longitude?: number
}

export type FindNetwork = (address: string | undefined) => Network | undefined

/** Without a file every address is unknown. */
export async function openNetworks(file: string | undefined): Promise<FindNetwork> {
  if (file === undefined) return () => undefined
  const reader = await open<CityResponse>(file).catch((error: unknown) => {
    throw new Error('GEOIP_FILE: the file cannot be read', { cause: error })
  })
  return (written) => {
    // Clients pass on what their own proxy wrote, which may be no address.
    const address = readAddress(written ?? '')
    const found = address === undefined ? null : reader.get(address)
    if (!found) return undefined
    const { country, registered_country: registered, location } = found
    const code = country?.iso_code ?? registered?.iso_code
    return {
      ...(code !== undefined && { country: code }),
      ...(location && { latitude: location.latitude, longitude: location.longitude }),
    }
  }
}

const earthRadiusKm = 6_371

type Point = { readonly latitude: number; readonly longitude: number }

/** The distance along the surface, by the haversine formula. */
export function distanceKm(one: Point, other: Point): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180
  const half = (a: number, b: number) => Math.sin(rad(b - a) / 2) ** 2
  const chord =
    half(one.latitude, other.latitude) +
    Math.cos(rad(one.latitude)) *
      Math.cos(rad(other.latitude)) *
      half(one.longitude, other.longitude)
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Whether a time zone belongs to a country; zones have several names. */
export function isZoneOf(zone: string, country: string): boolean | null {
  const zones = zonesOf(country)
  const canonical = canonicalZone(zone)
  if (zones.length === 0 || canonical === undefined) return null
  return zones.some((one) => canonicalZone(one) === canonical)
}

/** Declared here because ECMA-402 has it since 2025, and the compiler's library does not yet. */
type ZonedLocale = Intl.Locale & { getTimeZones?(): string[] | undefined }

function zonesOf(country: string): string[] {
  const locale: ZonedLocale = new Intl.Locale(`und-${country}`)
  return locale.getTimeZones?.() ?? []
}

function canonicalZone(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Whether one of the languages is the likely one of the country, or is written with its region. */
export function speaksLanguageOf(languages: readonly string[], country: string): boolean {
  const likely = new Intl.Locale(`und-${country}`).maximize().language
  return languages.some((tag) => {
    const [language = '', ...parts] = tag.toLowerCase().split(/[-_]/)
    return language === likely || parts.includes(country.toLowerCase())
  })
}
