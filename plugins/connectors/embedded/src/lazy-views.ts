/** The views of the embedded wallet, each loaded when it is shown. */
import { view } from '@portico/kernel'
import { message } from '@portico/kernel/text'
import {
  accountMessage,
  activityMessage,
  deleteMessage,
  devicesMessage,
  updateEmailMessage,
} from './account-messages.js'
import {
  activityLogView,
  deleteAccountView,
  updateEmailView,
  walletAccountView,
  walletDevicesView,
} from './account-refs.js'
import { emailCodeView } from './refs.js'

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
