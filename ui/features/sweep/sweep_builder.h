// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/front.h"
#include "ui/features/sweep/sweep_form.h"

#include <QWidget>

#include <array>
#include <map>

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QListWidget;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace nestloom::ui {

class AxisRow;
class CyclePriceBox;
class SpaceChoices;
class Workbench;

/// The form that defines a sweep: axes over the accelerator in the editor, networks, engine options.
class SweepBuilder : public QWidget {
    Q_OBJECT
public:
    explicit SweepBuilder(Workbench& workbench, QWidget* parent = nullptr);

    /// Fails   InvalidInput, in one sentence: what is missing or wrong.
    Result<explore::SweepInputs> inputs() const;
    /// What is wanted of them; nothing = all points.
    std::optional<explore::FrontSearch> front() const;
    bool isBlank() const; // no axis says anything yet
    AxisRow* addAxis();
    const std::vector<AxisRow*>& axes() const { return m_axes; }
    void chooseNetworks(const QStringList& names);
    SweepForm form() const;
    void show(const SweepForm& form);
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void changed();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeAxes();
    QWidget* makeNetworks();
    QWidget* makeOptions();
    void removeAxis(AxisRow* row);
    void listFields();
    void followOptions();
    bool isSwept(const char* path) const; // an axis has its values
    std::string engine() const;
    QStringList checkedNetworks() const;
    void listNetworks();
    void followNetwork();

    Workbench& m_workbench;
    std::array<QWidget*, 3> m_parts{}; // axes, networks, options
    QBoxLayout* m_sides;               // the last two: beside each other where there is room
    std::vector<AxisRow*> m_axes;
    QVBoxLayout* m_rows = nullptr;
    QToolButton* m_add = nullptr;
    SpaceChoices* m_choices = nullptr;
    QListWidget* m_networks = nullptr;
    bool m_areFieldsOld = false;      // the accelerator changed while this was hidden
    bool m_hasChosenNetworks = false; // the user did; until then the chosen network of the window is swept
    QComboBox* m_engine = nullptr;
    QComboBox* m_objective = nullptr;
    CyclePriceBox* m_cyclePrice = nullptr;
    QSpinBox* m_evaluations = nullptr;
    QCheckBox* m_prove = nullptr;
    mutable std::map<QString, workload::Network> m_parsed; // by text
};

} // namespace nestloom::ui
