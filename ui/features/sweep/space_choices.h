// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/front.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QSpinBox;

namespace nestloom::ui {

class Sweeps;
struct SweepForm;

/// Which of the combinations of a sweep's axes are points: fields that follow from others, conditions, a sample; and
/// whether all points are solved or those alone that the front needs.
class SpaceChoices : public QWidget {
    Q_OBJECT
public:
    explicit SpaceChoices(const Sweeps& sweeps, QWidget* parent = nullptr);

    /// Writes what is chosen into a space with base and axes. Fails   InvalidInput, in one sentence.
    Status apply(explore::DesignSpace& space) const;
    /// The front that is wanted; nothing = all points.
    std::optional<explore::FrontSearch> front() const;
    void write(SweepForm& form) const;
    void show(const SweepForm& form);

Q_SIGNALS:
    void changed();

private:
    const Sweeps& m_sweeps;
    QLineEdit* m_links;
    QLineEdit* m_conditions;
    QComboBox* m_sampling;
    QSpinBox* m_count;
    QComboBox* m_front;
    QComboBox* m_extent;
};

} // namespace nestloom::ui
