// Validates what a schema cannot: that the channels’ lists of accounts are consistent.
import type { AccountsConfig } from '#src/vendors/accounts.ts'
import type { Vendor } from '#src/vendors/parts/vendor.ts'

const channels = ['email', 'sms', 'whatsapp'] as const

type Fault = { readonly path: readonly string[]; readonly message: string }
/** Finds lists that name unknown or unsuitable accounts, and names that occur twice. */
export function findFaults(
  vendors: readonly Vendor[],
  { accounts, channels: lists, tenants }: AccountsConfig,
): Fault[] {
  const owners = Object.entries(tenants)
  const names = [accounts, ...owners.map(([, one]) => one.accounts)].flatMap(Object.keys)
  return [
    ...findListFaults(vendors, [], lists, accounts),
    ...owners.flatMap(([tenant, own]) => [
      ...findListFaults(vendors, ['tenants', tenant], own.channels, {
        ...accounts,
        ...own.accounts,
      }),
      ...Object.keys(own.accounts)
        .filter((name) => names.filter((other) => other === name).length > 1)
        .map((name) => ({
          path: ['tenants', tenant, 'accounts', name],
          message: 'another account has this name',
        })),
    ]),
  ]
}

function findListFaults(
  vendors: readonly Vendor[],
  path: readonly string[],
  lists: AccountsConfig['channels'],
  accounts: AccountsConfig['accounts'],
): Fault[] {
  return channels.flatMap((channel) => [
    ...findOneWayFault(path, channel, lists[channel] ?? [], accounts),
    ...(lists[channel] ?? []).flatMap((name, index, all) => {
      const at = [...path, 'channels', channel, String(index)]
      const account = Object.hasOwn(accounts, name) ? accounts[name] : undefined
      if (!account) return [{ path: at, message: `there is no account ${name}` }]
      const vendor = vendors.find((one) => one.name === account.vendor)
      if (!vendor?.channelsOf(account).includes(channel))
        return [{ path: at, message: `account ${name} has no sender for ${channel}` }]
      return all.indexOf(name) === index ? [] : [{ path: at, message: `${name} stands twice` }]
    }),
  ])
}

/** Nobody could answer a question by SMS that a one-way account sends. */
function findOneWayFault(
  path: readonly string[],
  channel: (typeof channels)[number],
  names: readonly string[],
  accounts: AccountsConfig['accounts'],
): Fault[] {
  const listed = names.map((name) => (Object.hasOwn(accounts, name) ? accounts[name] : undefined))
  if (channel !== 'sms' || listed.length === 0 || !listed.every((one) => one?.oneWay)) return []
  const message =
    'every account is one-way, so no question by SMS could be answered: list one that takes answers too'
  return [{ path: [...path, 'channels', channel], message }]
}
