// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/variants.h"

#include "ui/style/words.h"
#include "ui/workbench/workbench.h"

namespace nestloom::ui {

bool addVariant(Workbench& workbench, hardware::Accelerator variant)
{
    Library& library = workbench.library();
    QString name = qt(variant.name);
    if (library.findAccelerator(name))
        name = library.variantName(name);
    variant.name = name.toStdString();
    const AcceleratorDocument& document = workbench.document(); // its comments stay where it is what is in view
    const bool isInView = workbench.accelerator() == document.value() && !document.state().yamlError;
    const Session& session = workbench.session();
    const QString yaml = isInView ? session.rewriteAccelerator(document.state().yaml, document.value(), variant)
                                  : session.writeAccelerator(variant);
    workbench.adopt();
    return workbench.chooseAccelerator(library.addUnsaved(name, yaml));
}

} // namespace nestloom::ui
