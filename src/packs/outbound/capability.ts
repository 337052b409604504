import type { Capability } from '#src/journey/capabilities/capability.ts'
import { forgetCalls } from '#src/packs/calls/store.ts'
import { callKinds } from '#src/packs/runs/call-kinds.ts'
import { callTask } from '#src/packs/runs/rules.ts'
import { endpointCall } from './call.ts'
import type { OutboundDeps } from './deps.ts'
import { replyRoutes } from './reply-routes.ts'
import { sandboxCallRoutes } from './sandbox-routes.ts'

export const outbound: Capability<OutboundDeps> = {
  name: 'outbound',
  kinds: callKinds,
  tasks: (deps) => {
    const call = endpointCall(deps)
    return [
      { name: callTask, lane: 'local', perform: (run) => deps.calls.perform(deps, run, call) },
    ]
  },
  erased: forgetCalls,
  routes: (deps) => [...replyRoutes(deps), ...sandboxCallRoutes(deps)],
}
