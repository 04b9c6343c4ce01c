/** How much more light an accent gives under a pointer, when what stands on it is black; and how much less when it is white: it is never read worse than before. */
export const hoverLight = { onBlack: 1.12, onWhite: 0.85 } as const
const hovered = (part: string) => `calc(${part}*(${hoverLight.onBlack} - ${(hoverLight.onBlack - hoverLight.onWhite).toFixed(2)}*clamp(0,(.179 - y)*9999,1)))`

export const buttonStyles = `
.p-button{display:flex;align-items:center;justify-content:center;gap:8px;width:100%;min-height:48px;padding:8px 16px;border-radius:var(--portico-radius-row);font-weight:600;text-align:center;transition:background var(--portico-speed),opacity var(--portico-speed)}
.p-button-primary{background:var(--portico-accent);color:var(--portico-on-accent)}
.p-button-soft{background:var(--portico-surface-raised)}
.p-button-plain{min-height:44px;color:var(--portico-text-muted);font-weight:500}
.p-button-danger{background:var(--portico-bad-soft);color:var(--portico-bad)}
.p-button-off{cursor:default;background:var(--portico-surface-raised);color:var(--portico-text-faint)}
.p-button[aria-busy]{cursor:progress}
@media (hover:hover){
.p-button-primary:hover{background:color(from var(--portico-accent) xyz-d65 ${hovered('x')} ${hovered('y')} ${hovered('z')})}
.p-button-soft:hover,.p-button-plain:hover{background:var(--portico-surface-hover)}
.p-button-plain:hover{color:var(--portico-text)}}
@media (forced-colors:active){.p-button-off{color:GrayText}}
`
