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
  /** How long a request waits for the engines. */
  readonly waitMs: number
  readonly turns: Turns
  readonly findNetwork: FindNetwork
  /** The trusted signers of files, with their current revocation lists. */
  readonly signedFiles: () => SignatureTrust
}

export type BiometricsDeps = CommitDeps &
  Pick<JourneyDeps, 'reads' | 'sealer' | 'log' | 'waiter' | 'publicBaseUrl' | 'tenants'> & {
    /** Images are stored sealed in the object store; the database holds only their ids. */
    readonly images: Images
    /**
     * Absent where engines are switched off. Only tasks of the lane `engine` call them, because a call loads the
     * models.
     */
    readonly engines?: Engines
    readonly biometrics: BiometricsSettings
  }
