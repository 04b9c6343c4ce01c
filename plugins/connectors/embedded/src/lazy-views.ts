/** The views of the embedded wallet, each loaded when it is shown. */
import { view } from '@portico/kernel'
import { message } from '@portico/kernel/text'
import {
  activityLogView,
  deleteAccountView,
  updateEmailView,
  walletAccountView,
  walletDevicesView,
} from './account-refs.js'
import { emailCodeView } from './refs.js'

export const accountMessage = /* @__PURE__ */ message('embedded.account', 'Wallet account')
export const devicesMessage = /* @__PURE__ */ message('embedded.devices', 'Devices')
export const activityMessage = /* @__PURE__ */ message('embedded.activity', 'Account activity')
export const updateEmailMessage = /* @__PURE__ */ message('embedded.update', 'Change e-mail')
export const deleteMessage = /* @__PURE__ */ message('embedded.delete', 'Delete account')

export const views = [
  view(emailCodeView, () => import('./views/email-code-view.js'), {
    title: message('embedded.code.title', 'Confirm your e-mail'),
  }),
  view(walletAccountView, () => import('./views/account-view.js'), { title: accountMessage }),
  view(walletDevicesView, () => import('./views/devices-view.js'), { title: devicesMessage }),
  view(activityLogView, () => import('./views/activity-view.js'), { title: activityMessage }),
  view(updateEmailView, () => import('./views/update-email-view.js'), {
    title: updateEmailMessage,
  }),
  view(deleteAccountView, () => import('./views/delete-view.js'), { title: deleteMessage }),
]
