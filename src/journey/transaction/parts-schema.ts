// The objects inside a transaction, with the field names of the API.
import { z } from 'zod'
import { amount, dateTime, digits, list, text } from './fields-schema.ts'

/** Codes only, without personal data, so that they may be written to the audit log. */
export const LegalBasis = z
  .object({
    purpose: z
      .string()
      .regex(/^[a-z][a-z-]{0,63}$/, 'small letters and hyphens')
      .meta({ description: 'What for, as a code.' }),
    article: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9 .,;/§ºª-]{0,39}$/, 'a law and its article')
      .refine((value) => !/\d{5}/.test(value), 'a law and its article')
      .meta({ description: 'By which article of which law.' }),
  })
  .meta({
    id: 'LegalBasis',
    description:
      'Why the data may be bought; it stands with each purchase and in the audit. Without it that of the tenant, or of the installation, counts.',
    example: { purpose: 'fraud-prevention', article: 'LGPD 11, II, g' },
  })
export type LegalBasis = z.output<typeof LegalBasis>

const optionalText = text().exactOptional()

export const Address = z
  .object({
    zipCode: optionalText,
    street: optionalText,
    number: optionalText,
    complement: optionalText,
    district: optionalText,
    city: optionalText,
    state: optionalText,
    country: optionalText,
  })
  .meta({
    id: 'Address',
    description: 'A postal address.',
    example: {
      zipCode: '01310-100',
      street: 'Avenida Paulista',
      number: '1000',
      city: 'São Paulo',
      state: 'SP',
      country: 'BR',
    },
  })

export const Phone = z
  .object({
    countryCode: digits(3).exactOptional(),
    areaCode: digits(4).exactOptional(),
    number: digits(15).exactOptional(),
    verified: z.boolean().exactOptional(),
  })
  .meta({
    id: 'Phone',
    description: 'A phone number in its parts.',
    example: { countryCode: 55, areaCode: 11, number: 987654321, verified: false },
  })
export type Phone = z.output<typeof Phone>

export const Card = z
  .object({
    bin: text().meta({ description: 'First digits of the card number.' }).exactOptional(),
    last4: text().meta({ description: 'Last four digits.' }).exactOptional(),
    ownerDocument: optionalText,
    ownerName: optionalText,
  })
  .meta({
    id: 'Card',
    description: 'What is known of a payment card.',
    example: { bin: '401178', last4: '1881', ownerName: 'MARIA SOUZA' },
  })

export const Vehicle = z
  .object({
    proposedDate: dateTime.exactOptional(),
    vehicleLicensePlate: optionalText,
    storeState: optionalText,
    licensePlateState: optionalText,
    vehicleRegistrationState: optionalText,
    financingAmount: amount.exactOptional(),
    marketValue: amount.exactOptional(),
    vehicleManufacturingYear: z.int().exactOptional(),
  })
  .meta({
    id: 'Vehicle',
    description: 'A vehicle to be financed.',
    example: {
      vehicleLicensePlate: 'ABC1C34',
      financingAmount: 30000,
      marketValue: 45999.9,
      vehicleManufacturingYear: 2021,
    },
  })
export type Vehicle = z.output<typeof Vehicle>

/** The keys of a vehicle in the pack query begin with a capital. */
export const PackVehicle = z
  .object({
    ProposedDate: Vehicle.shape.proposedDate,
    VehicleLicensePlate: optionalText,
    StoreState: optionalText,
    LicensePlateState: optionalText,
    VehicleRegistrationState: optionalText,
    FinancingAmount: Vehicle.shape.financingAmount,
    MarketValue: Vehicle.shape.marketValue,
    VehicleManufacturingYear: Vehicle.shape.vehicleManufacturingYear,
  })
  .meta({
    id: 'PackVehicle',
    description: 'A vehicle as the pack query spells it.',
    example: { VehicleLicensePlate: 'ABC1C34', FinancingAmount: 30000 },
  })
export type PackVehicle = z.output<typeof PackVehicle>

export const Party = z
  .object({ document: optionalText, documentType: optionalText, name: optionalText })
  .meta({
    id: 'Party',
    description: 'A partner or legal representative of a company.',
    example: { documentType: 'cpf', document: '52998224725', name: 'Maria Souza' },
  })

/** The services that can be requested for a person, and those for a company. */
export const personServices = [
  'BasicInfos',
  'ArrestWarrant',
  'Sanctions',
  'Pep',
  'CriminalRecord',
  'LawSuits',
  'AdverseMedia',
] as const
/** Services that search lists by name, birth date and number, and so the only ones for a person without a CPF. */
export const listServices: readonly string[] = ['Sanctions', 'Pep', 'AdverseMedia']
export const companyServices = [
  'BasicInfos',
  'CompanyRegistry',
  'Sanctions',
  'Pep',
  'LawSuits',
  'AdverseMedia',
] as const

export const Services = z
  .object({
    bcheck: list(z.enum([...new Set([...personServices, ...companyServices])])).exactOptional(),
    everyDays: z
      .int()
      .min(1)
      .max(365)
      .exactOptional()
      .meta({ description: 'The check is made again every so many days.' }),
    legalBasis: LegalBasis.exactOptional(),
  })
  .meta({
    id: 'Services',
    description: 'Checks that start by themselves when the transaction is created.',
    example: { bcheck: ['BasicInfos'] },
  })

const known: Readonly<Record<string, readonly string[]>> = {
  cpf: personServices,
  cnpj: companyServices,
  passport: personServices,
  rnm: personServices,
}

/** Whether the services requested at creation apply to this kind of subject; always true for an unknown kind. */
export function canBeAsked(sent: {
  readonly documentType: string
  readonly services?: z.output<typeof Services>
}): boolean {
  const services = Object.hasOwn(known, sent.documentType) ? known[sent.documentType] : undefined
  return (sent.services?.bcheck ?? []).every((name) => services?.includes(name) ?? true)
}

export const servicesFault = {
  path: ['services', 'bcheck'],
  params: { code: 'not-allowed' },
  error: `of a person: ${personServices.join(', ')}; of a company: ${companyServices.join(', ')}`,
}
