// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"
#include "ui/widgets/rich_label.h"

#include <QWidget>

#include <functional>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace nestloom::ui {

class ModelBadge;
class PaperTermsBar;
class Workbench;

/// A page about the selected layer: a bar to choose the layer, with its numbers against the baseline, and the view that
/// shows it. Who opens it with no layer selected gets the one that takes longest.
class LayerPage : public QWidget {
    Q_OBJECT
public:
    using Show =
        std::function<void(const hardware::Accelerator&, const workload::Layer&, const schedule::LayerResult&)>;
    using Clear = std::function<void()>;

    LayerPage(Workbench& workbench, QWidget* view, Show show, Clear clear, QWidget* parent = nullptr);

    /// A button at the right end of the bar.
    QToolButton* addButton(const QString& text);
    /// Something between the bar and the view; takes it over.
    void addStrip(QWidget* strip);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void listLayers();
    void chooseLongest();
    void refresh();
    void refreshNumbers();
    void refreshTerms();
    void explain(const QString& figure);

    Workbench& m_workbench;
    const Show m_show;
    const Clear m_clear;
    QComboBox* m_choice;
    ModelBadge* m_model; // of the numbers
    QLabel* m_numbers;
    ElidedLabel* m_boundBy;
    PaperTermsBar* m_terms; // of runs that minimise Eq. 12
    QHBoxLayout* m_bar;
    QHBoxLayout* m_buttons; // at its end
    QVBoxLayout* m_layout;
    bool m_wasRunning = false;
    std::optional<std::size_t> m_shown; // what the view shows now
    std::optional<mapping::LayerMapping> m_shownMapping;
    std::optional<hardware::Accelerator> m_shownFor;
    QString m_shownStatus;
};

} // namespace nestloom::ui
