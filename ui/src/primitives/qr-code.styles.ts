export const qrCodeStyles = `
.p-qr{position:relative;display:grid;place-items:center;width:100%;max-width:312px;aspect-ratio:1;margin:0 auto;border-radius:var(--portico-radius-row);background:#fff;overflow:hidden}
.p-qr>[role=img]{width:100%;height:100%;fill:none;stroke:#000;stroke-linecap:round;forced-color-adjust:none}
.p-qr>.p-qr-middle{position:absolute;display:grid;padding:6px;border-radius:18px;background:#fff}
.p-qr .p-qr-pupil{fill:#000;stroke:none}
.p-qr>.p-icon{width:48px;height:48px;stroke-width:1.5}
.p-qr-waiting,.p-qr-failed,.p-qr-done{background:var(--portico-surface-raised)}
.p-qr-waiting{color:var(--portico-text-faint);animation:p-qr-breathe 1.6s ease-in-out infinite}
.p-qr-failed{color:var(--portico-bad)}
.p-qr-done{color:var(--portico-good)}
@keyframes p-qr-breathe{50%{background:var(--portico-surface-hover)}}
@media (prefers-reduced-motion:reduce){.p-qr-waiting{animation:none}}
`
