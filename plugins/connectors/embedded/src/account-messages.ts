import { message } from '@portico/kernel/text'

export const accountMessage = /* @__PURE__ */ message('embedded.account', 'Wallet account')
export const devicesMessage = /* @__PURE__ */ message('embedded.devices', 'Devices')
export const activityMessage = /* @__PURE__ */ message('embedded.activity', 'Account activity')
export const updateEmailMessage = /* @__PURE__ */ message('embedded.update', 'Change e-mail')
export const deleteMessage = /* @__PURE__ */ message('embedded.delete', 'Delete account')
