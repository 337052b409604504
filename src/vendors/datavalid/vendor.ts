// Serpro's Datavalid v5: whether name, birth date and face of a CPF are those of the tax office and of the register of
// drivers. Its form and codes are those of "Datavalid API Docs": Quick start, Campos disponíveis, FAQ, Códigos de erros.
import { defineCheckVendor } from '#src/vendors/parts/check-vendor.ts'
import { DatavalidAccount } from './account.ts'
import { createDatavalid } from './adapter.ts'

export const datavalid = defineCheckVendor({
  name: 'datavalid',
  config: DatavalidAccount,
  open: (account: DatavalidAccount, given) => createDatavalid({ ...account, ...given }),
})
