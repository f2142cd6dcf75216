// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/yaml_panel.h"
#include "ui/workbench/accelerator_document.h"

namespace nestloom::ui {

/// The accelerator as YAML text: edits go to the document, its errors are shown below.
class YamlPage : public YamlPanel {
    Q_OBJECT
public:
    explicit YamlPage(AcceleratorDocument& document, QWidget* parent = nullptr);

private:
    void refresh();

    AcceleratorDocument& m_document;
    bool m_showing = false; // the text changes because the document did
};

} // namespace nestloom::ui
