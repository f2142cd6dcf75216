// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/provenance.h"

#include <QObject>

#include <functional>

namespace nestloom::ui {

/// What exports need to know of their window, and whom they tell. A child of the window; charts and tables find it
/// there and do without it where it is missing.
class ExportContext : public QObject {
    Q_OBJECT
public:
    ExportContext(std::function<Provenance()> provenance, QObject* parent)
        : QObject(parent), m_provenance(std::move(provenance))
    {
    }
    Provenance provenance() const { return m_provenance ? m_provenance() : Provenance{}; }

Q_SIGNALS:
    void written(const QString& path);
    void failed(const QString& message); // one sentence

private:
    std::function<Provenance()> m_provenance;
};

} // namespace nestloom::ui
