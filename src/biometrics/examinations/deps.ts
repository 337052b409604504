// The dependencies of submissions.
import type { JourneyDeps } from '#src/journey/capabilities/deps.ts'
import type { CommitDeps } from '#src/journey/commit/commit.ts'
import type { FindNetwork } from '#src/biometrics/devices/network.ts'
import type { Engines } from '#src/biometrics/engines/port.ts'
import type { SignatureTrust } from '#src/biometrics/signed-files/check.ts'
import type { Images } from '#src/biometrics/images/images.ts'
import type { EngineCapacity } from './engine-capacity.ts'
import type { Turns } from '#src/biometrics/engines/fifo.ts'

export type BiometricsSettings = {
  readonly capacity: EngineCapacity
  /** How long a call waits for the engines. */
  readonly waitMs: number
  readonly turns: Turns
  readonly findNetwork: FindNetwork
  /** Who is believed to sign files, with the revocation lists of now. */
  readonly signedFiles: () => SignatureTrust
}

export type BiometricsDeps = CommitDeps &
  Pick<JourneyDeps, 'reads' | 'sealer' | 'log' | 'waiter' | 'publicBaseUrl' | 'tenants'> & {
    /** Sealed, in the object store; nothing of them stands in the database but their names. */
    readonly images: Images
    /** Absent where they are switched off. Only tasks of the lane `engine` call them: models are loaded then. */
    readonly engines?: Engines
    readonly biometrics: BiometricsSettings
  }
