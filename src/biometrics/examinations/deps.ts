// The dependencies of submissions.
import type { ServiceDeps } from '#src/main/capability.ts'
import type { FindNetwork } from '#src/biometrics/devices/network.ts'
import type { EngineCapacity } from './engine-capacity.ts'
import type { Turns } from './turns.ts'

export type BiometricsSettings = {
  readonly capacity: EngineCapacity
  /** How long a call waits for the engines. */
  readonly waitMs: number
  readonly turns: Turns
  readonly findNetwork: FindNetwork
}

export type BiometricsDeps = Pick<
  ServiceDeps,
  | 'db'
  | 'reads'
  | 'sealer'
  | 'log'
  | 'waiter'
  | 'nudger'
  | 'advance'
  | 'mutex'
  | 'images'
  | 'engines'
  | 'biometrics'
  | 'publicBaseUrl'
  | 'tenants'
>
