import { accountActionsSlot } from '@portico/kernel/account'
import { Icon, SlotOutlet, useKernel, usePreload, useSlot, useTranslate } from '@portico/ui'

/** The round buttons that features bring. A button whose view no plugin brings is not shown. */
export function AccountActions() {
  const { views } = useKernel()
  const preload = usePreload()
  const t = useTranslate()
  const isThere = ({ view }: { view: Parameters<typeof views.has>[0] }) => views.has(view)
  if (!useSlot(accountActionsSlot).some(isThere)) return null
  return (
    <div className="p-account-actions">
      <SlotOutlet of={accountActionsSlot} only={isThere}>
        {({ label, icon, view }) => {
          const ready = () => preload(view)
          return (
            <button
              type="button"
              className="p-account-action"
              onClick={() => views.push(view)}
              onPointerEnter={ready}
              onFocus={ready}
              onTouchStart={ready}
            >
              <span>
                <Icon name={icon} />
              </span>
              <span>{t(label)}</span>
            </button>
          )
        }}
      </SlotOutlet>
    </div>
  )
}
