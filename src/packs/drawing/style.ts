// The colours of drawings, light and dark. Every rule begins with the class of the drawing, so that a drawing inside a
// page changes nothing else there.

const light = `--g:#fff;--t:#1c2330;--l:#667085;--ok:#0b6b3a;--okb:#e3f4ea;--bad:#a01818;--badb:#fdeaea;--und:#7a4d00;--undb:#fff3dc;--run:#0b4fa8;--runb:#e5effc`
const dark = `--g:#11151c;--t:#eef1f6;--l:#98a2b3;--ok:#7fdca6;--okb:#12301f;--bad:#ff9c9c;--badb:#3a1717;--und:#f5cf86;--undb:#382c14;--run:#9cc5ff;--runb:#14294a`

export const style = `
.atesta{${light};color-scheme:light dark;font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Liberation Sans','DejaVu Sans',sans-serif}
@media (prefers-color-scheme:dark){.atesta{${dark}}}
.atesta .ground{fill:var(--g)}
.atesta text{fill:var(--t);font-size:13px;text-anchor:middle}
.atesta .note,.atesta .label,.atesta .condition{font-size:11px}
.atesta .label{text-anchor:start;fill:var(--l)}
.atesta .node rect,.atesta .choice path,.atesta .end circle{fill:var(--g);stroke:var(--l);stroke-width:1.5}
.atesta .bar rect,.atesta .merge circle,.atesta .start circle{fill:var(--l)}
.atesta .dashed rect{stroke-dasharray:5 4}
.atesta .node.heavy rect,.atesta .frame.heavy rect{stroke-width:3}
.atesta .frame rect{fill:none;stroke:var(--l);stroke-width:1.5}
.atesta .dotted rect{stroke-dasharray:2 4}
.atesta .stop rect{stroke-width:2.5}
.atesta .good rect{stroke:var(--ok)}
.atesta .bad rect{stroke:var(--bad)}
.atesta .undecided rect{stroke:var(--und)}
.atesta .edge{fill:none;stroke:var(--l);stroke-width:1.5}
.atesta .tip{fill:var(--l)}
.atesta .taken.edge{stroke:var(--t);stroke-width:2.5}
.atesta .taken.tip{fill:var(--t)}
.atesta .untaken{opacity:.55}
.atesta .untaken.edge{stroke-dasharray:3 4}
.atesta .completed rect,.atesta .completed path{fill:var(--okb);stroke:var(--ok)}
.atesta .completed text{fill:var(--ok)}
.atesta .failed rect,.atesta .failed path,.atesta .bad.stopped rect{fill:var(--badb);stroke:var(--bad)}
.atesta .failed text,.atesta .bad.stopped text{fill:var(--bad)}
.atesta .good.stopped rect{fill:var(--okb)}
.atesta .good.stopped text{fill:var(--ok)}
.atesta .undecided.stopped rect{fill:var(--undb)}
.atesta .undecided.stopped text{fill:var(--und)}
.atesta .processing rect{fill:var(--runb);stroke:var(--run);stroke-width:2.5}
.atesta .processing text{fill:var(--run)}
.atesta .skipped,.atesta .pending{opacity:.6}
.atesta .choice .condition{fill:var(--t)}
`
